import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData, exportPersonalData } from '@raahi/contract/personal-data'
import { buyLead } from '@raahi/contract/purchases'
import { answerSharedQuote } from '@raahi/contract/quotes'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { webhookData } from '@raahi/contract/webhook-bodies'
import type { WebhookEvent } from '@raahi/contract/webhook-events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { captureTopUp } from '../../testing/captured-payments.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  makeAgent,
  makeEnquiry,
  makeLead,
  makeLeads,
  makePlan,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { createMarketplace, type Marketplace } from '../../testing/marketplace.ts'
import { quoteActions } from '../../testing/quote-actions.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import {
  clearWebhooks,
  encryptionOf,
  makeWebhook,
  sendDueWebhooks,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../testing/webhooks.ts'
import { eraseRecords } from '../enquiries/public/erase-records.ts'
import { sendPlanNotices } from '../plans/plan-notices.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { recordAttempt } from './record-attempt.ts'

let market: Marketplace
let receiver: WebhookReceiver
const { makeBought, makeSent } = quoteActions(() => market)

beforeAll(async () => {
  market = await createMarketplace()
  receiver = await startWebhookReceiver()
})
beforeEach(async () => {
  const { app, agent } = market
  const encryption = await encryptionOf(app)
  for (const [owner, path] of [
    [agent.id, 'agent'],
    [null, 'admin'],
    [(await makeAgent(app.db)).id, 'other'],
  ] as const) {
    const url = receiver.url.replace('/hook', `/${path}`)
    await makeWebhook(app.db, encryption, owner, { url })
  }
})
afterEach(async () => {
  receiver.answerWith(200, 'ok')
  receiver.received.length = 0
  await clearWebhooks(market.app.db)
  await expectAllInvariantsHold(market.app.database)
})
afterAll(async () => {
  await market.app.close()
  await receiver.close()
})

/** Sends what is due, waits for what jobs of the app send, and checks the body of each. @returns `path type` of each message, sorted */
async function receive(): Promise<string[]> {
  const { app } = market
  await expect
    .poll(
      async () => {
        await sendDueWebhooks(app)
        const { rows } = await sql<{ n: number }>`
          select count(*)::integer as n from webhook_deliveries
          where state = 'waiting' and due_at < clock_timestamp() + interval '1 second'`.execute(
          app.db,
        )
        return rows[0]?.n
      },
      { timeout: 10_000 },
    )
    .toBe(0)
  for (const { body } of receiver.received) {
    webhookData[body.type as WebhookEvent].parse(body.data)
  }
  return receiver.received.map(({ path, body }) => `${path.slice(1)} ${body.type}`).sort()
}
const dataOf = (type: string) =>
  receiver.received.find(({ body }) => body.type === type)?.body.data ?? {}

describe('an event of each kind is sent to its owner only, in the transaction of the event', () => {
  it('lead.purchased with the contact to the buyer, lead.sold without it to admins', async () => {
    const { app, agent } = market
    const leadId = await makeLead(app.db, { name: 'Asha Rao' })
    expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
    expect(await receive()).toEqual([
      'admin lead.published',
      'admin lead.sold',
      'agent lead.purchased',
    ])
    const lead = await app.db
      .selectFrom('leads')
      .selectAll()
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    expect(dataOf('lead.purchased')).toMatchObject({
      pricePaise: 5000,
      costPaise: 5000,
      paidWith: 'wallet',
      lead: { _id: leadId, name: 'Asha Rao', phone: lead.phone, email: lead.email, city: 'Pune' },
    })
    expect(dataOf('lead.sold')).toMatchObject({
      lead: { _id: leadId },
      cause: 'purchase',
      pricePaise: 5000,
      userId: agent.id,
    })
    const toAdmins = receiver.received.filter(({ path }) => path === '/admin')
    for (const { text } of toAdmins) {
      for (const secret of ['Asha Rao', lead.phone, lead.email]) expect(text).not.toContain(secret)
    }
  })

  it('a purchase neither waits for a change of a webhook nor fails with its deletion', async () => {
    const { app, agent } = market
    const leadId = await makeLead(app.db)
    const deletion = await app.db.startTransaction().execute()
    await sql`delete from webhooks`.execute(deletion)
    expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
    await deletion.commit().execute()
    await sendDueWebhooks(app)
    expect(receiver.received).toEqual([])
  })

  it('of many leads and enquiries in one transaction, with one job', async () => {
    const { app } = market
    const countJobs = async (tx: Transaction) => {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pgboss.job
        where name = 'webhooks' and xmin = pg_current_xact_id()::xid`.execute(tx)
      return rows[0]?.n
    }
    await withTransaction(app.database, async (tx) => {
      await makeLeads(tx, 3)
      expect(await countJobs(tx)).toBe(1)
      await makeEnquiry(tx)
      await makeEnquiry(tx)
      expect(await countJobs(tx)).toBe(1)
    })
    expect(await receive()).toEqual([
      'admin enquiry.received',
      'admin enquiry.received',
      'admin lead.published',
      'admin lead.published',
      'admin lead.published',
    ])
    // The next transaction on the same connection queues a job again.
    for (let made = 0; made < 2; made += 1) {
      await withTransaction(app.database, async (tx) => {
        await makeLead(tx)
        expect(await countJobs(tx)).toBe(1)
      })
    }
  })

  it('nothing of a purchase that is rolled back', async () => {
    const { app } = market
    const poor = await makeAgent(app.db)
    const leadId = await makeLead(app.db)
    expect((await app.as(poor).call(buyLead, { body: { leadId } })).status).toBe(402)
    expect(await receive()).toEqual(['admin lead.published', 'admin user.registered'])
  })

  it('replacement.requested to admins and replacement.decided to the agent', async () => {
    const { app, agent, admin } = market
    const leadId = await makePurchase(app.database, agent.id)
    const requestId = await makeRequest(app.database, agent.id, leadId)
    await receive()
    const body = { requestId, action: 'approved' }
    expect((await app.as(admin).call(approveLeadReplacement, { body })).status).toBe(200)
    expect(await receive()).toEqual([
      'admin lead.published',
      'admin lead.sold',
      'admin replacement.requested',
      'agent lead.purchased',
      'agent replacement.decided',
    ])
    expect(dataOf('replacement.requested')).toMatchObject({
      requestId,
      reasonCode: 'wrong-number',
      userId: agent.id,
    })
    expect(dataOf('replacement.decided')).toMatchObject({
      requestId,
      status: 'approved',
      returned: 'wallet',
      refundPaise: 5000,
      lead: { _id: leadId },
    })
    expect(JSON.stringify(dataOf('replacement.requested'))).not.toContain('rings in an office')
  })

  it('wallet.low once, when a debit takes the wallet below the price of five leads', async () => {
    const { app } = market
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 300_00)
    await sql`update webhooks set user_id = ${agent.id} where url like '%/other'`.execute(app.db)
    await makePurchase(app.database, agent.id)
    expect(await receive()).not.toContain('other wallet.low')
    await makePurchase(app.database, agent.id)
    await makePurchase(app.database, agent.id)
    const types = await receive()
    expect(types.filter((type) => type === 'other wallet.low')).toHaveLength(1)
    expect(dataOf('wallet.low')).toEqual({ balancePaise: 200_00 })
  })

  it('plan.ending with its reminder', async () => {
    const { app, agent } = market
    const plan = await makePlan(app.db, { name: 'Starter' })
    const id = await givePlan(app.database, agent.id, plan)
    await sql`update subscriptions set ends_at = now() + interval '2 days' where id = ${id}`.execute(
      app.db,
    )
    await sendPlanNotices({
      database: app.database,
      publicUrl: app.config.publicUrl,
      queueMail: async () => {},
    })
    expect(await receive()).toEqual(['agent plan.ending'])
    expect(dataOf('plan.ending')).toMatchObject({
      subscriptionId: id,
      planName: 'Starter',
      leadsLeft: 10,
    })
  })

  it('quote.answered with the question, and only before the traveller withdraws', async () => {
    const { app } = market
    const { secret, token, id } = await makeSent()
    const question = { secret, version: 1, kind: 'question' as const, text: 'Is it warm?' }
    expect((await app.call(answerSharedQuote, { body: question })).status).toBe(200)
    expect(await receive()).toContain('agent quote.answered')
    expect(dataOf('quote.answered')).toMatchObject({
      quoteId: id,
      kind: 'question',
      text: 'Is it warm?',
    })
    receiver.received.length = 0
    await app.call(withdrawOwnEnquiry, { params: { token } })
    await sql`update webhook_deliveries set state = 'waiting', due_at = clock_timestamp()`.execute(
      app.db,
    )
    const types = await receive()
    expect(types).toContain('agent lead.withdrawn')
    expect(types).not.toContain('agent quote.answered')
  })

  it('enquiry.received without the contact, user.registered and payment.captured to admins', async () => {
    const { app, agent } = market
    const { id, number } = await makeEnquiry(app.db, { name: 'Ravi Iyer' })
    await makeEnquiry(app.db, { suspected: true })
    const user = await makeAgent(app.db, { company_name: 'Blue Hills' })
    const { paymentId } = await withTransaction(app.database, (tx) =>
      captureTopUp(tx, app.config, { userId: agent.id, amountPaise: 700_00 }),
    )
    expect(await receive()).toEqual([
      'admin enquiry.received',
      'admin payment.captured',
      'admin user.registered',
    ])
    expect(dataOf('enquiry.received')).toMatchObject({
      enquiryId: id,
      reference: `RQ-${String(number).padStart(6, '0')}`,
      destination: 'Goa',
      sourceName: 'Quote form',
    })
    expect(JSON.stringify(receiver.received)).not.toContain('Ravi Iyer')
    expect(dataOf('user.registered')).toMatchObject({ userId: user.id, companyName: 'Blue Hills' })
    expect(dataOf('payment.captured')).toMatchObject({
      paymentId,
      amountPaise: 700_00,
      userId: agent.id,
    })
  })
})

describe('a traveller who withdraws or is erased', () => {
  const answer = 'Asha Rao is not known here'
  /** The events of a purchase, which wait because the receiver failed. */
  async function makeWaiting(origin: string) {
    receiver.answerWith(500, answer)
    const bought = origin === 'an enquiry' ? await makeBought() : await makeOwn()
    await receive()
    receiver.received.length = 0
    receiver.answerWith(200, answer)
    return bought
  }
  /** A purchase of a lead that an admin entered. */
  async function makeOwn() {
    const { app, agent } = market
    const [phone, email] = ['+919812345001', 'own-lead@example.org']
    const leadId = await makePurchase(app.database, agent.id, { phone, email })
    return { phone, email, leadId, token: '' }
  }
  const repeat = async () => {
    await sql`update webhook_deliveries set due_at = clock_timestamp() where state = 'waiting'`.execute(
      market.app.db,
    )
    return receive()
  }
  const readAnswers = async () => {
    const { rows } = await sql<{ answer: string | null }>`
      select answer from webhook_attempts where answer is not null and answer <> 'ok'`.execute(
      market.app.db,
    )
    return rows
  }

  it.each([
    ['withdraws', 'an enquiry'],
    ['is erased', 'an enquiry'],
    ['is erased', 'an admin'],
  ])(
    'and %s, with a lead from %s, is in no waiting delivery and no kept answer any more, and the buyer gets one lead.withdrawn',
    async (how, origin) => {
      const { app, admin } = market
      const { token, phone, email, leadId } = await makeWaiting(origin)
      expect((await readAnswers()).length).toBeGreaterThan(0)
      const file = await app.as(admin).call(exportPersonalData, { body: { phone } })
      expect(JSON.parse(file.text)).toMatchObject({
        leads: [
          {
            webhooks: expect.arrayContaining([
              expect.objectContaining({
                event: 'lead.purchased',
                state: 'waiting',
                answers: [answer],
              }),
            ]),
          },
        ],
      })
      if (how === 'withdraws') {
        await app.call(withdrawOwnEnquiry, { params: { token } })
      }
      // Erased too after the withdrawal, which is no second event.
      const erased = await app.as(admin).call(erasePersonalData, { body: { phone } })
      expect(erased.status, erased.text).toBe(200)
      expect(await readAnswers()).toEqual([])
      const types = await repeat()
      expect(types).toEqual(['admin lead.sold', 'agent lead.purchased', 'agent lead.withdrawn'])
      // Also none to the messages that were sent after it.
      expect(await readAnswers()).toEqual([])
      expect(dataOf('lead.purchased')).toMatchObject({ costPaise: 5000, lead: { _id: leadId } })
      expect(Object.keys(dataOf('lead.purchased').lead as object)).toEqual(['_id', 'leadId'])
      for (const { text } of receiver.received) {
        for (const secret of [phone, email, 'Goa', 'Pune']) expect(text).not.toContain(secret)
      }
    },
  )

  it('leaves no answer when an attempt is recorded during the erasure', async () => {
    const { app } = market
    const { database } = app
    // In one transaction, so that no job of the app claims the delivery.
    const { leadId, delivery } = await withTransaction(database, async (tx) => {
      const id = await makeLead(tx)
      const room = { fast: 1, slow: 1 }
      const [claimed] = await claimDeliveries({ ...database, kysely: tx }, room)
      return { leadId: id, delivery: claimed }
    })
    if (!delivery) throw new Error('nothing was claimed')
    const record = (tx: Transaction) =>
      recordAttempt(tx, { publicUrl: app.config.publicUrl, queueMail: async () => {} }, delivery, {
        status: 200,
        error: null,
        answer,
        ms: 5,
      })
    let recorded = Promise.resolve()
    await withTransaction(database, async (tx) => {
      await eraseRecords(tx, { enquiryIds: [], leadIds: [leadId] })
      recorded = withTransaction(database, record)
      await Promise.race([recorded, untilWaiting(database, 1, 'update webhook_deliveries')])
    })
    await recorded
    expect(await readAnswers()).toEqual([])
    const attempts = await app.db.selectFrom('webhook_attempts').select('status').execute()
    expect(attempts).toEqual([{ status: 200 }])
  })

  it('is looked up for each attempt without reading all enquiries', async () => {
    const { app } = market
    for (let made = 0; made < 20; made += 1) await makeEnquiry(app.db)
    const { id } = await makeEnquiry(app.db)
    const leadId = await makeLead(app.db)
    const read = await app.db.transaction().execute(async (tx) => {
      await sql`analyze enquiries`.execute(tx)
      await sql`analyze lead_origins`.execute(tx)
      // The planner reads a table of this size as a whole, or not, as its statistics are at this moment.
      await sql`update pg_class set reltuples = 1e6, relpages = greatest(1, pg_relation_size(oid) / 8192)
        where oid = 'enquiries'::regclass`.execute(tx)
      return countRowsRead(tx, 'enquiries', () =>
        sql`select is_traveller_stopped(${leadId}, ${id})`.execute(tx),
      )
    })
    expect(read).toBeLessThan(5)
  })
})
