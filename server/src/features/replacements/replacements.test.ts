import { setLeadCost } from '@raahi/contract/lead-costs'
import { deleteLead, listLeads } from '@raahi/contract/leads'
import { exportPurchases, getUserLead } from '@raahi/contract/purchases'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
  getReplacementRequestOfUserById,
  replacementReasons,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { myTransactions } from '@raahi/contract/transactions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { readMails, waitForMail, waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const nowhere = '01890000-0000-7000-8000-000000000000'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5050)
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

async function makeBuyer() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1000_00)
  return { agent, leadId: await makePurchase(app.database, agent.id) }
}

const ask = (user: MadeUser, leadId: unknown, reason: unknown = 'Unreachable: rings out') =>
  app.as(user).call(requestLeadReplacement, { body: { leadId, reason } })
const decide = (requestId: unknown, action: unknown, user = admin, reason?: unknown) =>
  app.as(user).call(approveLeadReplacement, { body: { requestId, action, reason } })
const purchaseOf = async (agent: MadeUser, leadId: string) => {
  const { data } = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
  return data.find(({ lead }) => lead._id === leadId)
}

describe('a request for a replacement', () => {
  it('is stored as pending and shown on the purchase', async () => {
    const { agent, leadId } = await makeBuyer()
    expect(await purchaseOf(agent, leadId)).toMatchObject({
      replacementStatus: 'no-replacement',
      canRequestReplacement: true,
      replacement: null,
    })
    const answer = await ask(agent, leadId, '  Unreachable: rings out \n for days ')
    expect([answer.status, answer.message]).toEqual([
      201,
      'Replacement request submitted successfully!',
    ])
    expect(answer.data).toMatchObject({
      status: 'pending',
      attempt: 1,
      reason: 'Unreachable: rings out \n for days',
      cost: 50.5,
      paidWith: 'wallet',
      planName: null,
      decidedAt: null,
      returned: null,
      returnedAmount: null,
      approvalReturns: { to: 'wallet', amount: 50.5 },
      user: { _id: agent.id, name: agent.name, email: agent.email },
      lead: { _id: leadId, phone: expect.stringMatching(/^\+91/), replacementStatus: 'pending' },
      askedBefore: { requests: 1, approved: 0, rejected: 0, purchases: 1 },
    })
    expect(await purchaseOf(agent, leadId)).toMatchObject({
      replacementStatus: 'pending',
      canRequestReplacement: false,
      replacement: {
        reason: 'Unreachable: rings out \n for days',
        decidedAt: null,
        returned: null,
      },
    })
  })

  it('needs a reason that is not blank', async () => {
    const { agent, leadId } = await makeBuyer()
    for (const reason of ['', '   \n ', null, 5]) {
      const answer = await ask(agent, leadId, reason)
      expect([answer.status, answer.fieldErrors], String(reason)).toEqual([
        400,
        { reason: 'Please provide a reason for replacement.' },
      ])
    }
    for (const reason of ['x'.repeat(1001), 'a\u0000b', '\ud800']) {
      expect((await ask(agent, leadId, reason)).status).toBe(400)
    }
    const noLead = await ask(agent, 'LD-000001')
    expect([noLead.status, noLead.fieldErrors]).toEqual([
      400,
      { leadId: 'Invalid lead ID. Please try again.' },
    ])
    expect((await ask(agent, leadId, 'x'.repeat(1000))).status).toBe(201)
  })

  it('is limited to the agent’s purchases: the lead of another agent is not found', async () => {
    const { leadId } = await makeBuyer()
    const other = await makeAgent(app.db)
    const outside = await makeLead(app.db, {
      status: 'sold',
      sold_cause: 'outside',
      sold_at: new Date(),
    })
    for (const id of [leadId, outside, await makeLead(app.db), nowhere]) {
      const answer = await ask(other, id)
      expect([answer.status, answer.code, answer.message]).toEqual([
        404,
        'LEAD_NOT_FOUND',
        'Lead not found',
      ])
    }
    expect((await ask(admin, leadId)).status).toBe(403)
  })

  it('is possible for a deleted lead', async () => {
    const { agent, leadId } = await makeBuyer()
    await app.as(admin).call(deleteLead, { params: { id: leadId } })
    const { status, data } = await ask(agent, leadId)
    expect(status).toBe(201)
    expect((await decide(data._id, 'approved')).status).toBe(200)
    expect(await walletPaise(app.database, agent.id)).toBe(1000_00)
  })

  it('can be repeated once after a rejection', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data: first } = await ask(agent, leadId)
    const pending = await ask(agent, leadId)
    expect([pending.status, pending.code]).toEqual([409, 'REPLACEMENT_ALREADY_REQUESTED'])
    await decide(first._id, 'rejected')
    expect(await purchaseOf(agent, leadId)).toMatchObject({
      replacementStatus: 'rejected',
      canRequestReplacement: true,
    })
    const { data: second } = await ask(agent, leadId, 'Other: he said so again')
    expect(second.attempt).toBe(2)
    await decide(second._id, 'rejected')
    expect(await purchaseOf(agent, leadId)).toMatchObject({
      replacementStatus: 'rejected',
      canRequestReplacement: false,
      replacement: { reason: 'Other: he said so again', returned: null },
    })
    const third = await ask(agent, leadId)
    expect([third.status, third.code]).toEqual([409, 'REPLACEMENT_REJECTED_TWICE'])
  })

  it('is not possible after an approval', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    await decide(data._id, 'approved')
    expect((await ask(agent, leadId)).code).toBe('REPLACEMENT_ALREADY_REQUESTED')
    expect((await purchaseOf(agent, leadId))?.canRequestReplacement).toBe(false)
  })

  it('stores code and text, so that a renamed label changes no row and is shown everywhere', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    const readRow = () =>
      app.db
        .selectFrom('replacement_requests')
        .selectAll()
        .where('id', '=', String(data._id))
        .executeTakeFirstOrThrow()
    const row = await readRow()
    expect(row).toMatchObject({ reason_code: 'unreachable', reason_text: 'rings out' })
    const labels: Record<string, string> = replacementReasons
    const { unreachable = '' } = labels
    labels.unreachable = 'Phone switched off'
    try {
      const renamed = 'Phone switched off: rings out'
      expect((await purchaseOf(agent, leadId))?.replacement?.reason).toBe(renamed)
      const { docs } = (
        await app.as(admin).call(getAllLeadReplacementRequests, { query: { search: agent.email } })
      ).data
      expect(docs[0]?.reason).toBe(renamed)
      await decide(data._id, 'rejected')
      expect((await ask(agent, leadId, renamed)).data.reason).toBe(renamed)
    } finally {
      labels.unreachable = unreachable
    }
    const { status: _, decided_at, decided_by, decided_how, appeal_by, ...same } = row
    expect(await readRow()).toMatchObject(same)
  })

  it('shows a reason without a code unchanged, and lists it under Other', async () => {
    const { agent, leadId } = await makeBuyer()
    const reason = 'The phone is switched off.'
    expect((await ask(agent, leadId, reason)).data.reason).toBe(reason)
    const query = { search: agent.email, reason: 'other' }
    const { docs } = (await app.as(admin).call(getAllLeadReplacementRequests, { query })).data
    expect(docs.map((one) => one.reason)).toEqual([reason])
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.text).toContain(`Details: ${reason}`)
  })

  it('stores a reason as it was written, also script, and mails it as text', async () => {
    const { agent, leadId } = await makeBuyer()
    const reason =
      'Other: <script>alert(1)</script> <img src=x onerror=alert(1)> javascript:alert(1)'
    const { data } = await ask(agent, leadId, reason)
    expect(data.reason).toBe(reason)
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(mail?.html).not.toMatch(/<script|<img src=x/)
  })
})

describe('a decision', () => {
  it('that approves returns the price paid, even if the lead cost has changed', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    await app.as(admin).call(setLeadCost, { body: { type: 'domestic', price: 80 } })
    const answer = await decide(data._id, 'approved')
    await app.as(admin).call(setLeadCost, { body: { type: 'domestic', price: 50.5 } })
    expect([answer.status, answer.message]).toEqual([200, 'Replacement request approved'])
    expect(answer.data).toMatchObject({
      status: 'approved',
      returned: 'wallet',
      returnedAmount: 50.5,
      approvalReturns: null,
      decidedAt: expect.any(String),
    })
    expect(await walletPaise(app.database, agent.id)).toBe(1000_00)
    const { data: statement } = await app.as(agent).call(myTransactions)
    expect(statement.docs[0]).toMatchObject({
      amount: 50.5,
      direction: 'credit',
      method: 'wallet_refund',
      status: 'lead_refund',
      description: `Refund of lead ${data.lead.leadId}`,
      balance: 1000,
    })
    expect(await purchaseOf(agent, leadId)).toMatchObject({
      cost: 50.5,
      replacementStatus: 'approved',
      replacement: { returned: 'wallet', returnedAmount: 50.5 },
    })
  })

  it('that rejects returns nothing', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    const answer = await decide(data._id, 'rejected')
    expect([answer.status, answer.message, answer.data.returned]).toEqual([
      200,
      'Replacement request rejected',
      null,
    ])
    expect(await walletPaise(app.database, agent.id)).toBe(949_50)
  })

  it('that rejects may have a reason, which is on the purchase, in the mail and in the audit log', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    expect(data.rejectionReason).toBeNull()
    const reason = 'The traveller answered us at once.'
    const answer = await decide(data._id, 'rejected', admin, `  ${reason} `)
    expect([answer.status, answer.data.rejectionReason]).toEqual([200, reason])
    expect((await purchaseOf(agent, leadId))?.replacement?.rejectionReason).toBe(reason)
    const own = await app
      .as(agent)
      .call(getReplacementRequestOfUserById, { params: { userId: agent.id } })
    expect(own.data.docs[0]?.rejectionReason).toBe(reason)
    const mail = await waitForMail(app.config, agent.email, /^Replacement rejected/)
    expect(mail.text).toContain(`Why it was not approved: ${reason}`)
    const logged = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', data._id)
      .where('action', '=', 'replacement.reject')
      .execute()
    expect(logged).toMatchObject([{ after: { rejectionReason: reason } }])
  })

  it('that rejects may have a code, which every reader sees with the text; other codes and other texts are rejected', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    const send = (body: object, action = 'rejected') =>
      app.as(admin).call(approveLeadReplacement, {
        body: { requestId: data._id, action, ...body } as never,
      })
    for (const [body, field] of [
      [{ reasonCode: 'unknown' }, 'reasonCode'],
      [{ reasonCode: 'other' }, 'reason'],
    ] as const) {
      const { status, fieldErrors } = await send(body)
      expect([status, Object.keys(fieldErrors ?? {})]).toEqual([400, [field]])
    }
    expect((await send({ reasonCode: 'no-proof' }, 'approved')).fieldErrors).toEqual({
      reasonCode: 'A reason belongs to a rejection only.',
    })
    const why = { rejectionCode: 'contact-works', rejectionReason: 'He called us back.' }
    const given = { reasonCode: why.rejectionCode, reason: why.rejectionReason }
    expect((await send(given)).data).toMatchObject(why)
    expect((await purchaseOf(agent, leadId))?.replacement).toMatchObject(why)
    const mail = await waitForMail(app.config, agent.email, /^Replacement rejected/)
    const line = 'The contact works: He called us back.'
    expect(mail.text).toContain(`Why it was not approved: ${line}`)
    const file = await app.as(agent).call(exportPurchases, {})
    expect(file.text.trim().split('\r\n')[1]).toMatch(new RegExp(`,"rejected","${line}",$`))
    const logged = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', data._id)
      .where('action', '=', 'replacement.reject')
      .execute()
    expect(logged).toMatchObject([{ after: why }])
  })

  it('accepts a reason only for a rejection, and treats a blank reason as missing', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    const approval = await decide(data._id, 'approved', admin, 'Sorry.')
    expect([approval.status, approval.fieldErrors]).toEqual([
      400,
      { reason: 'A reason belongs to a rejection only.' },
    ])
    expect((await decide(data._id, 'rejected', admin, 'x'.repeat(1001))).status).toBe(400)
    const blank = await decide(data._id, 'rejected', admin, '  ')
    expect([blank.status, blank.data.rejectionReason]).toEqual([200, null])
  })

  it('is final', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    await decide(data._id, 'rejected')
    for (const action of ['approved', 'rejected']) {
      const again = await decide(data._id, action)
      expect([again.status, again.code]).toEqual([409, 'REPLACEMENT_ALREADY_DECIDED'])
    }
    const missing = await decide(nowhere, 'approved')
    expect([missing.status, missing.code]).toEqual([404, 'REPLACEMENT_NOT_FOUND'])
    for (const action of ['pending', 'approve', '', null]) {
      expect((await decide(data._id, action)).fieldErrors).toEqual({
        action: 'Choose approved or rejected.',
      })
    }
    expect((await decide(data._id, 'approved', agent)).status).toBe(403)
  })

  it('never puts the bad lead back on sale, and shows other agents no data', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    await decide(data._id, 'approved')
    const other = await makeAgent(app.db)
    const { data: page } = await app.as(other).call(listLeads)
    expect(page.leads.find(({ _id }) => _id === leadId)).toMatchObject({
      satatus: 'sold',
      phone: null,
      replacementStatus: null,
    })
  })

  it('is in the audit log with its change', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    await decide(data._id, 'approved')
    const actions = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('subject_id', '=', data._id)
      .orderBy('id')
      .execute()
    expect(actions).toEqual([
      {
        actor_id: agent.id,
        action: 'replacement.request',
        before: null,
        after: { leadId, reasonCode: 'unreachable', reasonText: 'rings out', status: 'pending' },
      },
      {
        actor_id: admin.id,
        action: 'replacement.approve',
        before: { leadId, userId: agent.id, status: 'pending' },
        after: {
          leadId,
          userId: agent.id,
          status: 'approved',
          returned: 'wallet',
          amountPaise: 5050,
          entryId: expect.any(String),
        },
      },
    ])
  })

  it('is rejected if the wallet cannot hold the refund, and the request stays pending', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data } = await ask(agent, leadId)
    await giveMoney(app.database, agent.id, Number.MAX_SAFE_INTEGER - 949_50)
    const answer = await decide(data._id, 'approved')
    expect([answer.status, answer.code]).toEqual([409, 'WALLET_LIMIT_EXCEEDED'])
    expect((await purchaseOf(agent, leadId))?.replacementStatus).toBe('pending')
    expect((await decide(data._id, 'rejected')).status).toBe(200)
  })

  it('returns ₹0 once for a lead of price 0', async () => {
    const agent = await makeAgent(app.db)
    await setLeadPrice(app.db, 'domestic', 0)
    const leadId = await makePurchase(app.database, agent.id)
    await setLeadPrice(app.db, 'domestic', 5050)
    const { data } = await decide(await makeRequest(app.database, agent.id, leadId), 'approved')
    expect(data).toMatchObject({ returned: 'wallet', returnedAmount: 0 })
    expect(await walletPaise(app.database, agent.id)).toBe(0)
  })
})

describe('mails', () => {
  it('notify each active admin of a request and confirm it to the buyer', async () => {
    const { agent, leadId } = await makeBuyer()
    const second = await makeAdmin(app.db)
    const suspended = await makeAdmin(app.db, { status: 'suspended' })
    await app.db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', suspended.id)
      .execute()
    const { data } = await ask(agent, leadId, 'Wrong number: a bakery answers')
    const [notice] = await waitForMails(app.config, second.email)
    expect(notice?.subject).toBe(`Replacement requested for lead ${data.lead.leadId}`)
    for (const text of [agent.name, 'Details: a bakery answers', '₹50.50 from the wallet']) {
      expect(notice?.text).toContain(text)
    }
    const [own] = await waitForMails(app.config, agent.email)
    expect(own?.subject).toContain('We have your replacement request')
    // Mails do not contain the contact of the traveller.
    for (const mail of [notice, own]) {
      expect(mail?.text).not.toContain(data.lead.phone)
      expect(mail?.html).not.toContain(data.lead.email)
    }
    const queued = await waitForMails(app.config, admin.email)
    expect(queued.at(-1)?.subject).toBe(notice?.subject)
    expect(await readMails(app.config, suspended.email)).toEqual([])
  })

  it('notify the buyer of the decision and the refund', async () => {
    const { agent, leadId } = await makeBuyer()
    const { data: first } = await ask(agent, leadId)
    await decide(first._id, 'rejected')
    const rejected = (await waitForMails(app.config, agent.email, 2)).find(({ subject }) =>
      subject?.startsWith('Replacement rejected'),
    )
    expect(rejected?.text).toContain('you can appeal once, until')
    const { data: second } = await ask(agent, leadId)
    await decide(second._id, 'approved', await makeAdmin(app.db))
    const approved = (await waitForMails(app.config, agent.email, 4)).find(({ subject }) =>
      subject?.startsWith('Appeal approved'),
    )
    expect(approved?.text).toContain('₹50.50 to your wallet')
  })
})
