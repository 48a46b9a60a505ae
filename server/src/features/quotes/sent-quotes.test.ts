import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData } from '@raahi/contract/personal-data'
import {
  answerSharedQuote,
  createQuoteLink,
  getQuote,
  mailQuote,
  saveQuoteDraft,
  sendQuote,
  withdrawQuote,
} from '@raahi/contract/quotes'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { giveMoney, type MadeUser, makeAgent, makePurchase } from '../../testing/factories.ts'
import { readMails, retryJobsNow, untilJobsDone, waitForMail } from '../../testing/mails.ts'
import { createMarketplace, type Marketplace } from '../../testing/marketplace.ts'
import { quoteActions, sampleQuote, secretOf } from '../../testing/quote-actions.ts'
import type { TestApp } from '../../testing/test-app.ts'

let market: Marketplace
let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  market = await createMarketplace()
  ;({ app, admin, agent } = market)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())
const { makeBought, open, save, send, read, makeSent, reviseAndSend } = quoteActions(() => market)

describe('a link', () => {
  it('stops when the traveller withdraws, and no quote can be sent any more', async () => {
    const { id, purchaseId, secret, token } = await makeSent()
    expect((await read(secret)).status).toBe(200)
    await app.call(withdrawOwnEnquiry, { params: { token } })
    const stopped = await read(secret)
    expect([stopped.status, stopped.code]).toEqual([404, 'QUOTE_LINK_NOT_FOUND'])
    const unknown = await read('x'.repeat(43))
    expect(stopped.text.replace(/"requestId":"[^"]*"/, '')).toBe(
      unknown.text.replace(/"requestId":"[^"]*"/, ''),
    )
    const question = { secret, version: 1, kind: 'question' as const, text: 'Is it warm?' }
    const params = { id }
    const answers = [
      await app.call(answerSharedQuote, { body: question }),
      await app.as(agent).call(mailQuote, { params }),
      await app.as(agent).call(createQuoteLink, { params }),
      await open(purchaseId),
    ]
    expect(answers.map(({ code }) => code)).toEqual([
      'QUOTE_LINK_NOT_FOUND',
      'CONTACT_STOPPED',
      'CONTACT_STOPPED',
      'CONTACT_STOPPED',
    ])
  })

  it('stops when the quote is withdrawn, also after a later version', async () => {
    const { id, purchaseId, secret } = await makeSent()
    await app.as(agent).call(withdrawQuote, { params: { id } })
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    const again = await app.as(agent).call(withdrawQuote, { params: { id } })
    expect([again.status, again.code]).toEqual([409, 'QUOTE_NOT_SENT'])
    const sent = await reviseAndSend(purchaseId, {})
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    expect((await read(secretOf(sent.data.link))).data.version).toBe(2)
  })

  it('stops while the agent is suspended', async () => {
    const other = await makeAgent(app.db)
    await giveMoney(app.database, other.id, 100_00)
    const { purchaseId } = await makeBought(other)
    const { _id: id } = (await open(purchaseId, other)).data
    const by = app.as(other)
    await by.call(saveQuoteDraft, { params: { id }, body: { ...sampleQuote, revision: 1 } })
    const { link } = (await by.call(sendQuote, { params: { id }, body: { revision: 2 } })).data
    await app
      .as(admin)
      .call(suspendUser, { params: { userId: other.id }, query: { status: 'suspended' } })
    expect((await read(secretOf(link))).code).toBe('QUOTE_LINK_NOT_FOUND')
  })

  it('stops when the lead is returned, and no quote can be sent', async () => {
    const { secret, purchaseId, id } = await makeSent()
    await sql`update purchases set replacement_status = 'approved' where id = ${purchaseId}`.execute(
      app.db,
    )
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    expect((await app.as(agent).call(mailQuote, { params: { id } })).code).toBe('LEAD_RETURNED')
    await sql`update purchases set replacement_status = 'no-replacement' where id = ${purchaseId}`.execute(
      app.db,
    )
  })

  it('shows the agency without the quote after the last day of validity', async () => {
    const { rows } = await sql<{ today: string }>`select today_in_india() as today`.execute(app.db)
    const { secret, id } = await makeSent({ validUntil: rows[0]?.today ?? '' })
    expect((await read(secret)).data.quote).not.toBeNull()
    await sql`alter table quote_versions disable trigger keep_sent_version`.execute(app.db)
    await sql`update quote_versions set valid_until = today_in_india() - 1 where quote_id = ${id}`.execute(
      app.db,
    )
    await sql`alter table quote_versions enable trigger keep_sent_version`.execute(app.db)
    const shared = (await read(secret)).data
    expect(shared).toMatchObject({ quote: null, agency: { agentName: agent.name } })
    const like = { secret, version: 1, kind: 'like' as const }
    expect((await app.call(answerSharedQuote, { body: like })).code).toBe('QUOTE_EXPIRED')
  })

  it('counts one view per opening, ignores reloads within a minute, and stores no address', async () => {
    const { secret, id } = await makeSent()
    const views = async () =>
      (await app.as(agent).call(getQuote, { params: { id } })).data.versions[0]?.views
    await read(secret)
    await read(secret)
    expect(await views()).toBe(1)
    await sql`update quote_views set last_viewed_at = now() - interval '2 minutes' where quote_id = ${id}`.execute(
      app.db,
    )
    await read(secret)
    expect(await views()).toBe(2)
  })
})

describe('an answer', () => {
  it('is stored once per version as a like, mailed to the agent, and shown', async () => {
    const { secret, id, purchaseId } = await makeSent()
    const like = (version: number) =>
      app.call(answerSharedQuote, { body: { secret, version, kind: 'like' } })
    expect((await like(1)).status).toBe(200)
    expect((await like(1)).status).toBe(200)
    expect((await read(secret)).data.isLiked).toBe(true)
    await reviseAndSend(purchaseId, { title: 'Better' })
    expect((await like(1)).code).toBe('QUOTE_HAS_NEW_VERSION')
    expect((await read(secret)).data.isLiked).toBe(false)
    const { answers } = (await app.as(agent).call(getQuote, { params: { id } })).data
    expect(answers).toMatchObject([{ kind: 'like', version: 1, text: null }])
    await waitForMail(app.config, agent.email, /likes your quote$/)
  })

  it('is mailed to the agent without the text of the question', async () => {
    const { secret, id, mark } = await makeSent()
    const text = `Is breakfast included? ${mark}`
    await app.call(answerSharedQuote, { body: { secret, version: 1, kind: 'question', text } })
    const { answers } = (await app.as(agent).call(getQuote, { params: { id } })).data
    expect(answers).toMatchObject([{ kind: 'question', text }])
    const mail = await waitForMail(app.config, agent.email, /^A question about your quote/)
    expect(mail.text).not.toContain(mark)
  })

  it('needs a text of 1 to 1000 characters if it is a question', async () => {
    const { secret } = await makeSent()
    for (const text of ['', '   ', 'x'.repeat(1001)]) {
      const body = { secret, version: 1, kind: 'question' as const, text }
      expect((await app.call(answerSharedQuote, { body })).status).toBe(400)
    }
  })
})

describe('mailing a quote', () => {
  it('sends one mail per version to the traveller, and a reply goes to the agent', async () => {
    const { id, email } = await makeSent()
    const mailed = await app.as(agent).call(mailQuote, { params: { id } })
    expect(mailed.data.versions[0]?.mailedAt).not.toBeNull()
    const mail = await waitForMail(app.config, email, /^A quote for your trip$/)
    expect(mail.text).toContain('/quote#')
    expect(mail.text).toContain('₹74,999.97')
    expect(mail.text).toContain('withdraw your enquiry')
    const again = await Promise.all(
      [1, 2].map(() => app.as(agent).call(mailQuote, { params: { id } })),
    )
    expect(again.map(({ code }) => code)).toEqual(['QUOTE_ALREADY_MAILED', 'QUOTE_ALREADY_MAILED'])
  })

  it('mentions neither an enquiry nor an earlier mail if an admin has entered the lead', async () => {
    const leadId = await makePurchase(app.database, agent.id)
    const email = `admin-${leadId}@example.org`
    await sql`update leads set email = ${email} where id = ${leadId}`.execute(app.db)
    const purchase = await sql<{ id: string }>`
      select id from purchases where lead_id = ${leadId}`.execute(app.db)
    const { _id: id } = (await open(purchase.rows[0]?.id ?? '')).data
    await save(id, 1)
    await send(id, 2)
    await app.as(agent).call(mailQuote, { params: { id } })
    const mail = await waitForMail(app.config, email, /^A quote for your trip$/)
    expect(mail.text).not.toMatch(/enquiry|first mail/)
  })

  type Sent = Awaited<ReturnType<typeof makeSent>>
  it.each<[string, (sent: Sent) => Promise<unknown>]>([
    ['the traveller withdraws', ({ token }) => app.call(withdrawOwnEnquiry, { params: { token } })],
    [
      'the traveller is erased',
      ({ phone }) => app.as(admin).call(erasePersonalData, { body: { phone } }),
    ],
    ['the quote is withdrawn', ({ id }) => app.as(agent).call(withdrawQuote, { params: { id } })],
    ['the next version is sent', ({ purchaseId }) => reviseAndSend(purchaseId, { persons: 5 })],
    [
      'the agent is suspended',
      () => sql`update users set status = 'suspended' where id = ${agent.id}`.execute(app.db),
    ],
  ])('sends nothing from the queue after %s', async (_what, end) => {
    const sent = await makeSent()
    await app.as(agent).call(mailQuote, { params: { id: sent.id } })
    await waitForMail(app.config, sent.email, /^A quote for your trip$/)
    await untilJobsDone(app.database)
    const ofQuote = sql`(data ->> 'quoteId' = ${sent.id} or data ->> 'to' = ${sent.email})
      and name in ('mail', 'quote-mail')`
    const { rows } = await sql<{ id: string }>`select id from pgboss.job where ${ofQuote}`.execute(
      app.db,
    )
    expect(rows).toHaveLength(1)
    await end(sent)
    await untilJobsDone(app.database)
    const before = await readMails(app.config, sent.email)
    // Simulates that the mail server did not accept the mail.
    await sql`update pgboss.job set state = 'retry', completed_on = null where id = ${rows[0]?.id}`.execute(
      app.db,
    )
    await retryJobsNow(app.database)
    await untilJobsDone(app.database)
    expect(await readMails(app.config, sent.email)).toHaveLength(before.length)
    await sql`update users set status = 'active' where id = ${agent.id}`.execute(app.db)
  })

  it('leaves no working link if the traveller withdraws concurrently', async () => {
    const { id, token, email, secret } = await makeSent()
    const [mailed] = await Promise.all([
      app.as(agent).call(mailQuote, { params: { id } }),
      app.call(withdrawOwnEnquiry, { params: { token } }),
    ])
    expect([undefined, 'CONTACT_STOPPED']).toContain(mailed.code)
    await untilJobsDone(app.database)
    const texts = (await readMails(app.config, email)).map(({ text }) => text ?? '')
    const secrets = texts.flatMap((text) => /\/quote#([\w-]{43})/.exec(text)?.[1] ?? [])
    for (const each of [secret, ...secrets]) {
      expect((await read(each)).code).toBe('QUOTE_LINK_NOT_FOUND')
    }
  })

  it('shows the agency of the sent version after a change of the profile', async () => {
    const other = await makeAgent(app.db)
    await giveMoney(app.database, other.id, 100_00)
    const { purchaseId, email } = await makeBought(other)
    const { _id: id } = (await open(purchaseId, other)).data
    const by = app.as(other)
    await by.call(saveQuoteDraft, { params: { id }, body: { ...sampleQuote, revision: 1 } })
    await by.call(sendQuote, { params: { id }, body: { revision: 2 } })
    await sql`update users set name = 'Other Name', company_name = 'Other Company' where id = ${other.id}`.execute(
      app.db,
    )
    await sql`update enquiries set email_verified_at = now() where email = ${email}`.execute(app.db)
    await by.call(mailQuote, { params: { id } })
    const { text } = await waitForMail(app.config, email, /^A quote for your trip$/)
    expect(text).toContain(other.name)
    expect(text).not.toContain('Other')
  })

  it('is refused for a traveller without an email', async () => {
    const { id, leadId } = await makeSent()
    await sql`update leads set email = '' where id = ${leadId}`.execute(app.db)
    expect((await app.as(agent).call(mailQuote, { params: { id } })).code).toBe(
      'TRAVELLER_HAS_NO_EMAIL',
    )
  })
})
