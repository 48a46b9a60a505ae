import { type AuditEntry, listAuditActions, listAuditLog } from '@raahi/contract/audit-log'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent, makeLead } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let admin: MadeUser
let other: MadeUser
let agent: MadeUser
let lead: string

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db, { name: 'Asha 100%' })
  other = await makeAdmin(app.db, { name: 'Ravi_Back\\slash' })
  agent = await makeAgent(app.db, { name: 'Asha the Agent' })
  lead = await makeLead(app.db)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

/** Inserts entries of every kind over many days, most of them purchases of agents. Some ids are missing. */
async function addEntries(count: number) {
  await sql`
    insert into audit_log (at, actor_id, actor_role, action, subject_type, subject_id, before, after)
    select now() - make_interval(hours => (${count}::integer - n) * 3),
      case when n % 50 = 0 then ${admin.id}::uuid when n % 70 = 0 then ${other.id}::uuid
        when n % 210 = 1 then null else ${agent.id}::uuid end,
      case when n % 50 = 0 or n % 70 = 0 then 'admin' when n % 210 = 1 then 'console' else 'user' end,
      case when n % 50 = 0 then 'lead.edit' when n % 70 = 0 then 'wallet.recharge'
        when n % 210 = 1 then 'user.create-admin' when n = 1234 then 'user.update' else 'lead.buy' end,
      'lead', case when n % 3 = 0 then ${lead}::uuid end, null, jsonb_build_object('n', n)
    from generate_series(1, ${count}::integer) n order by n`.execute(app.db)
}

interface Entry {
  id: number
  at: Date
  actor_id: string | null
  actor_role: string
  action: string
  subject_id: string | null
}

type Query = Record<string, string | number>

const kolkata = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

function inModel(all: readonly Entry[], query: Query) {
  const names = new Map(
    [admin, other, agent].map(({ id, name, email }) => [id, `${name}\n${email}`]),
  )
  const found = all
    .filter(
      (entry) =>
        (query.actors === 'all' || entry.actor_role !== 'user') &&
        (!query.action || entry.action === query.action) &&
        (!query.subjectId || entry.subject_id === query.subjectId) &&
        (!query.actor ||
          (names.get(entry.actor_id ?? '') ?? '')
            .toLowerCase()
            .includes(String(query.actor).toLowerCase())) &&
        (!query.from || kolkata.format(entry.at) >= String(query.from)) &&
        (!query.to || kolkata.format(entry.at) <= String(query.to)),
    )
    .toSorted((a, b) => b.id - a.id)
  const limit = Number(query.limit ?? 20)
  const offset = (Number(query.page ?? 1) - 1) * limit
  return { total: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) }
}

const list = (query: Query) => app.as(admin).call(listAuditLog, { query })

async function expectAsInModel() {
  const all: Entry[] = await app.db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id', 'actor_role', 'action', 'subject_id'])
    .execute()
  const day = kolkata.format(all[Math.floor(all.length / 2)]?.at)
  const filters: Query[] = [
    {},
    { actors: 'all' },
    { actors: 'all', action: 'lead.buy' },
    { actors: 'all', action: 'user.update' },
    { action: 'lead.edit' },
    { action: 'nothing.ever' },
    { subjectId: lead },
    { actors: 'all', subjectId: lead },
    { actor: 'asha', actors: 'all' },
    { actor: '100%' },
    { actor: '_back\\' },
    { actor: other.email.toUpperCase() },
    { from: day, actors: 'all' },
    { to: day },
    { from: day, to: day, actors: 'all', action: 'lead.buy' },
  ]
  for (const filter of filters) {
    for (const page of [1, 2, 3, 17, 60, 120, 179, 400]) {
      const query = { ...filter, page, limit: 20 }
      const { docs, totalDocs } = (await list(query)).data
      const shown = { total: totalDocs, ids: docs.map(({ _id }) => _id) }
      expect(shown, JSON.stringify(query)).toEqual(inModel(all, query))
    }
  }
}

describe('the audit log', () => {
  it('returns the filtered entries page by page', async () => {
    expect((await list({})).data).toMatchObject({ docs: [], totalDocs: 0, totalPages: 1 })
    await addEntries(3550)
    await expectAsInModel()
    expect((await app.as(admin).call(listAuditActions)).data).toEqual([
      'lead.buy',
      'lead.edit',
      'user.create-admin',
      'user.update',
      'wallet.recharge',
    ])
  })

  it('shows the actor with the role at that time, the action, the subject and the change', async () => {
    const { docs } = (await list({ action: 'lead.edit', limit: 1 })).data
    expect(docs[0]).toEqual({
      _id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { _id: admin.id, name: admin.name, email: admin.email, role: 'admin' },
      action: 'lead.edit',
      subjectType: 'lead',
      subjectId: null,
      subject: null,
      before: null,
      after: { n: expect.any(Number) },
      requestId: null,
      ip: null,
    } satisfies Record<keyof AuditEntry, unknown>)
    const [named] = (await list({ subjectId: lead, limit: 1 })).data.docs
    expect(named?.subject).toMatch(/^LD-\d{6}$/)
    const console = (await list({ action: 'user.create-admin', limit: 1 })).data.docs[0]
    expect(console?.actor).toBeNull()
  })

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
    'is append-only: the database refuses %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/append-only/)
    },
  )

  it('rejects unknown filters', async () => {
    for (const [name, value] of [
      ['actors', 'unknown'],
      ['from', '2026-02-30'],
      ['subjectId', '12'],
      ['userId', admin.id],
    ]) {
      expect((await list({ [String(name)]: String(value) })).status, name).toBe(400)
    }
  })
})
