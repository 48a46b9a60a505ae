import { listAuditLog } from '@raahi/contract/audit-log'
import { answerCallReport } from '@raahi/contract/call-reports'
import { getOverview } from '@raahi/contract/dashboard'
import { endpoints } from '@raahi/contract/endpoints'
import { convertEnquiry, listEnquiries, rejectEnquiry } from '@raahi/contract/enquiries'
import { listLeads } from '@raahi/contract/leads'
import { getOwnEnquiry, reportNoCall, withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import {
  erasePersonalData,
  exportPersonalData,
  findPersonalData,
} from '@raahi/contract/personal-data'
import { exportPurchases, getUserLead, listPurchases } from '@raahi/contract/purchases'
import { approveLeadReplacement, getAllLeadReplacementRequests } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commitContactViews } from '../../platform/audit-log/record-contact-views.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  buyEnquiryLead,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiry,
  makeEnquiryLead,
  makeRequest,
} from '../../testing/factories.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { callReportInvariants } from './call-report-invariants.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({ walletPaise: 1_000_000 }))
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

/** An enquiry whose lead the agent bought some hours ago. */
async function makeSold(
  hoursAgo = 25,
  fields: Parameters<typeof makeEnquiryLead>[2] = {},
  buyer = agent,
) {
  const enquiry = await makeEnquiryLead(app.db, admin.id, fields)
  const purchaseId = await buyEnquiryLead(app.database, buyer.id, enquiry.leadId, { hoursAgo })
  return { ...enquiry, purchaseId }
}
const read = async (token: string) => (await app.call(getOwnEnquiry, { params: { token } })).data
const report = (token: string) => app.call(reportNoCall, { params: { token } })
const answer = (id: string, text = 'will-call-today', user = agent) =>
  app.as(user).call(answerCallReport, { params: { id }, body: { answer: text } })
const openCalls = async () => {
  const { openWork } = (await app.as(admin).call(getOverview)).data
  return openWork.find(({ kind }) => kind === 'calls')?.count
}
const noteOf = async (purchaseId: string, user = agent) => {
  const { data } = await app.as(user).call(getUserLead, { params: { userId: user.id } })
  return data.find(({ _id }) => _id === purchaseId)?.callReport
}
const mailCount = async () => {
  const { rows } = await app.database.pool.query(
    `select from pgboss.job where name = 'mail' and data ->> 'to' = $1`,
    [agent.email],
  )
  return rows.length
}

describe('the report that no one has called', () => {
  it('is shown to the agent and the admins at once, and the answer to the traveller', async () => {
    const { token, purchaseId, number } = await makeSold()
    const before = await openCalls()
    expect(await read(token)).toMatchObject({
      reportableFrom: expect.any(String),
      callReport: null,
    })
    const reported = await report(token)
    expect(reported.data).toMatchObject({
      reportableFrom: null,
      callReport: { status: 'open', answer: null },
    })
    await waitForMail(app.config, agent.email, /is waiting for your call$/)
    expect(await noteOf(purchaseId)).toMatchObject({ status: 'open' })
    expect(await openCalls()).toBe((before ?? 0) + 1)
    const waiting = await app.as(admin).call(listEnquiries, { query: { calls: 'open' } })
    expect(
      waiting.data.docs.find(({ reference }) => reference.endsWith(String(number))),
    ).toMatchObject({ callReport: { agent: { _id: agent.id } } })
    expect((await answer(purchaseId, 'called-no-answer')).status).toBe(200)
    expect((await read(token)).callReport).toMatchObject({
      status: 'answered',
      answer: 'called-no-answer',
      answeredAt: expect.any(String),
    })
    expect(await openCalls()).toBe(before)
  })

  it('is stored and mailed once, even for concurrent calls', async () => {
    const { token } = await makeSold()
    const before = await mailCount()
    const answers = await Promise.all([report(token), report(token), report(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await mailCount()).toBe(before + 1)
  })

  it('is accepted a day after the purchase, while the enquiry is with the agent', async () => {
    const early = await makeSold(23)
    const older = await makeSold(25, { consent_version: '2026-11' })
    const withdrawn = await makeSold()
    await app.call(withdrawOwnEnquiry, { params: { token: withdrawn.token } })
    const returned = await makeSold()
    const requestId = await makeRequest(app.database, agent.id, returned.leadId)
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
    const unsold = await makeEnquiryLead(app.db, admin.id)
    for (const { token } of [early, withdrawn, returned, unsold]) {
      const { status, code } = await report(token)
      expect([status, code]).toEqual([409, 'CALL_NOT_DUE'])
    }
    expect((await read(early.token)).reportableFrom).toEqual(expect.any(String))
    for (const { token } of [withdrawn, returned]) {
      expect((await read(token)).reportableFrom).toBeNull()
    }
    // Under an older consent, the response reveals no agent.
    const reported = await report(older.token)
    expect(reported.data).toMatchObject({
      agent: null,
      disclosures: null,
      callReport: { status: 'open' },
    })
    expect(reported.text).not.toContain(agent.name)
  })

  it('is neither open work nor shown to the agent after a withdrawal or an approved replacement', async () => {
    const before = await openCalls()
    const [withdrawn, returned] = [await makeSold(), await makeSold()]
    await report(withdrawn.token)
    await report(returned.token)
    expect(await openCalls()).toBe((before ?? 0) + 2)
    await app.call(withdrawOwnEnquiry, { params: { token: withdrawn.token } })
    const requestId = await makeRequest(app.database, agent.id, returned.leadId)
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
    expect(await openCalls()).toBe(before)
    for (const { purchaseId } of [withdrawn, returned]) {
      expect(await noteOf(purchaseId)).toBeNull()
    }
    for (const { purchaseId } of [withdrawn, returned]) {
      expect((await answer(purchaseId)).code).toBe('CALL_REPORT_NOT_FOUND')
    }
  })

  it('is possible again on the day after a promised call, and not after a call without an answer', async () => {
    const promised = await makeSold()
    await report(promised.token)
    await answer(promised.purchaseId, 'will-call-today')
    const sameDay = await report(promised.token)
    expect([sameDay.status, sameDay.code]).toEqual([409, 'CALL_NOT_DUE'])
    const daysAgo = (purchaseId: string) =>
      sql`update call_reports set answered_at = answered_at - interval '1 day' where purchase_id = ${purchaseId}`.execute(
        app.db,
      )
    await daysAgo(promised.purchaseId)
    const before = await mailCount()
    expect(Date.parse((await read(promised.token)).reportableFrom ?? '')).toBeLessThan(Date.now())
    expect((await report(promised.token)).data.callReport).toMatchObject({
      status: 'open',
      answer: null,
      times: 2,
    })
    expect(await mailCount()).toBe(before + 1)
    expect(await noteOf(promised.purchaseId)).toMatchObject({ status: 'open', times: 2 })

    const called = await makeSold()
    await report(called.token)
    await answer(called.purchaseId, 'called-no-answer')
    await daysAgo(called.purchaseId)
    expect((await read(called.token)).reportableFrom).toBeNull()
    expect((await report(called.token)).code).toBe('CALL_NOT_DUE')
  })

  it('acts only on the purchase of its enquiry', async () => {
    const [one, other] = [await makeSold(), await makeSold()]
    await report(one.token)
    expect(await noteOf(one.purchaseId)).toMatchObject({ status: 'open' })
    expect(await noteOf(other.purchaseId)).toBeNull()
    expect((await read(other.token)).callReport).toBeNull()
  })

  it('changes nothing by any GET with the link', async () => {
    const { token, purchaseId } = await makeSold()
    await app.db
      .insertInto('traveller_questions')
      .columns(['lead_id', 'enquiry_id'])
      .expression((eb) =>
        eb
          .selectFrom('purchases as p')
          .innerJoin('lead_origins as o', 'o.lead_id', 'p.lead_id')
          .select(['o.lead_id', 'o.enquiry_id'])
          .where('p.id', '=', purchaseId),
      )
      .execute()
    const writes = endpoints.filter(
      ({ method, path }) => method !== 'GET' && path.startsWith(`${getOwnEnquiry.path}/`),
    )
    expect(writes.map(({ name }) => name)).toContain('answerOwnQuestion')
    const before = await read(token)
    expect(before.question?.answer).toBeNull()
    for (const { path } of writes) {
      const url = path.replace('{token}', token)
      for (const method of ['GET', 'HEAD'] as const) {
        expect((await app.app.inject({ method, url })).statusCode, url).toBe(404)
      }
    }
    expect(await read(token)).toEqual(before)
    expect(await noteOf(purchaseId)).toBeNull()
  })
})

describe('the answer to a report', () => {
  it('belongs to the buyer, once', async () => {
    const { token, purchaseId } = await makeSold()
    const other = await makeAgent(app.db)
    expect((await answer(purchaseId)).code).toBe('CALL_REPORT_NOT_FOUND')
    await report(token)
    const foreign = await answer(purchaseId, 'will-call-today', other)
    expect([foreign.status, foreign.code]).toEqual([404, 'CALL_REPORT_NOT_FOUND'])
    expect((await answer(purchaseId, 'anything')).fieldErrors).toHaveProperty('answer')
    expect((await read(token)).callReport).toMatchObject({ status: 'open', answer: null })
    const answers = await Promise.all([
      answer(purchaseId, 'will-call-today'),
      answer(purchaseId, 'called-no-answer'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('CALL_REPORT_ANSWERED')
  })
})

describe('the list of who has seen a contact', () => {
  const seen = async (token: string) => (await read(token)).disclosures ?? []
  const kinds = async (token: string) => (await seen(token)).map(({ kind }) => kind).sort()
  const viewersOf = async (id: string) => {
    const { rows } = await sql<{ user_id: string; kind: string }>`
      select user_id, kind from contact_views where enquiry_id = ${id} order by kind`.execute(
      app.db,
    )
    return rows
  }

  it('contains each call that shows the contact to an admin, once a day', async () => {
    const viewCalls: ((viewer: MadeUser, sold: Awaited<ReturnType<typeof makeSold>>) => unknown)[] =
      [
        (viewer, { number }) =>
          app.as(viewer).call(listEnquiries, {
            query: { search: `RQ-${String(number).padStart(6, '0')}` },
          }),
        async (viewer) => {
          await app.as(viewer).call(listLeads, { query: { limit: 50 } })
          return app.as(viewer).call(listLeads, { query: { limit: 49 } })
        },
        (viewer) => app.as(viewer).call(getUserLead, { params: { userId: agent.id } }),
        (viewer) => app.as(viewer).call(listPurchases, { query: { userId: agent.id } }),
        async (viewer, { leadId }) => {
          await makeRequest(app.database, agent.id, leadId)
          return app.as(viewer).call(getAllLeadReplacementRequests)
        },
        async (viewer, { token }) => {
          const { phone } = await read(token)
          return app.as(viewer).call(findPersonalData, { body: { phone } })
        },
      ]
    for (const view of viewCalls) {
      const sold = await makeSold()
      const viewer = await makeAdmin(app.db)
      await view(viewer, sold)
      expect(await viewersOf(sold.id), String(view)).toEqual([
        { user_id: viewer.id, kind: 'opened' },
      ])
    }
  })

  it('contains views of audit entries with the contact, and decisions', async () => {
    const { id, token } = await makeEnquiry(app.db)
    await app.as(admin).call(convertEnquiry, {
      params: { id },
      body: {
        name: 'Meera Nair',
        phone: '9876543210',
        email: 'meera@example.org',
        city: 'Kochi',
        destination: 'Goa',
      },
    })
    expect(await viewersOf(id)).toEqual([{ user_id: admin.id, kind: 'opened' }])
    const viewer = await makeAdmin(app.db)
    await app.as(viewer).call(listAuditLog, { query: { limit: 5 } })
    expect(await viewersOf(id)).toContainEqual({ user_id: viewer.id, kind: 'opened' })
    expect(await kinds(token)).toEqual(['opened', 'opened'])
  })

  it('does not contain views of audit entries without the contact', async () => {
    const { id } = await makeEnquiry(app.db)
    await app.as(admin).call(rejectEnquiry, { params: { id }, body: { reason: 'spam' } })
    const viewer = await makeAdmin(app.db)
    const log = await app.as(viewer).call(listAuditLog, { query: { subjectId: id } })
    expect(log.data.docs).toHaveLength(1)
    expect(await viewersOf(id)).not.toContainEqual({ user_id: viewer.id, kind: 'opened' })
  })

  it('contains the buyer and the newest of any number of views', async () => {
    const { id, token } = await makeSold()
    await sql`insert into contact_views (enquiry_id, user_id, kind, day, viewed_at)
      select ${id}, ${admin.id}, 'opened', current_date + n, now() + make_interval(days => n)
      from generate_series(1, 101) n`.execute(app.db)
    const { disclosures, hasOlderViews } = await read(token)
    expect(disclosures).toHaveLength(101)
    expect(disclosures?.at(-1)?.kind).toBe('bought')
    expect(hasOlderViews).toBe(true)
    expect((await read((await makeSold()).token)).hasOlderViews).toBe(false)
  })

  it('if a view cannot be recorded, a read fails and a committed write does not', async () => {
    const { id } = await makeEnquiry(app.db)
    await sql`alter table contact_views add constraint no_new check (false) not valid`.execute(
      app.db,
    )
    try {
      const { status } = await app.as(admin).call(convertEnquiry, {
        params: { id },
        body: {
          name: 'Meera Nair',
          phone: '9876543210',
          email: 'meera@example.org',
          city: 'Kochi',
          destination: 'Goa',
        },
      })
      expect(status).toBeLessThan(300)
      const list = await app.as(admin).call(listEnquiries, { query: {} })
      expect(list.status).toBe(500)
    } finally {
      await sql`alter table contact_views drop constraint no_new`.execute(app.db)
    }
  })

  it('records a view again after a deadlock', async () => {
    const sold = [await makeEnquiry(app.db), await makeEnquiry(app.db)]
    const [first = '', last = ''] = sold.map(({ id }) => id).sort()
    const other = await app.database.pool.connect()
    const insert = (id: string) =>
      other.query(
        `insert into contact_views (enquiry_id, user_id, kind) values ($1, $2, 'opened')`,
        [id, admin.id],
      )
    try {
      await other.query('begin')
      await insert(last)
      const recording = commitContactViews(app.database, admin.id, [last, first])
      await untilWaiting(app.database, 1)
      // PostgreSQL cancels one of the two transactions: the recording, unless the machine is slow.
      await insert(first).catch(() => undefined)
      await other.query('commit')
      await recording
    } finally {
      other.release()
    }
    for (const { id } of sold) expect(await viewersOf(id)).toHaveLength(1)
  })

  it('names the buyer and no other agent or admin', async () => {
    const buyer = await makeAgent(app.db, { company_name: 'Malabar Holidays' })
    const sold = await makeSold(25, {}, agent)
    const { phone } = await read(sold.token)
    const file = await app.as(admin).call(exportPersonalData, { body: { phone } })
    expect(JSON.parse(file.text).enquiries[0]).toMatchObject({
      reportedNoCall: null,
      contactSeenBy: [{ kind: 'exported', agent: null }, { kind: 'bought' }],
    })
    await app.as(agent).call(exportPurchases)
    // No call records such a view. If one did, the list would not show it.
    await sql`insert into contact_views (enquiry_id, user_id, kind)
      values (${sold.id}, ${buyer.id}, 'opened')`.execute(app.db)
    const list = await seen(sold.token)
    const { name } = agent
    const { company_name: companyName } = await app.db
      .selectFrom('users')
      .select('company_name')
      .where('id', '=', agent.id)
      .executeTakeFirstOrThrow()
    expect(list).toEqual(
      expect.arrayContaining([
        { kind: 'bought', at: expect.any(String), agent: { companyName, name } },
        { kind: 'exported', at: expect.any(String), agent: { companyName, name } },
        { kind: 'exported', at: expect.any(String), agent: null },
      ]),
    )
    expect(list).toHaveLength(3)
    const text = JSON.stringify(list)
    for (const secret of [buyer.name, 'Malabar Holidays', admin.name, admin.id, buyer.id]) {
      expect(text).not.toContain(secret)
    }
  })

  it('contains no views of agents’ lists, and none of an erased enquiry', async () => {
    const sold = await makeSold()
    await app.as(agent).call(listLeads, { query: { limit: 50 } })
    await app.as(agent).call(listPurchases)
    expect(await viewersOf(sold.id)).toEqual([])
    const { phone } = await read(sold.token)
    await app.as(admin).call(erasePersonalData, { body: { phone } })
    await app.as(admin).call(getUserLead, { params: { userId: agent.id } })
    expect(await viewersOf(sold.id)).toEqual([])
  })
})

it('each invariant finds a violation', async () => {
  const [one, other] = [await makeSold(), await makeSold(2)]
  const violations = [
    sql`insert into call_reports (purchase_id, enquiry_id) values (${one.purchaseId}, ${other.id})`,
    sql`insert into call_reports (purchase_id, enquiry_id) values (${other.purchaseId}, ${other.id})`,
  ]
  for (const violation of violations) {
    const undone = withTransaction(app.database, async (tx) => {
      await violation.execute(tx)
      const found = []
      for (const query of Object.values(callReportInvariants)) {
        found.push(...(await sql.raw(query).execute(tx)).rows)
      }
      expect(found).toHaveLength(1)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
  }
  await expectAllInvariantsHold(app.database)
})
