import { listAuditLog } from '@raahi/contract/audit-log'
import { register } from '@raahi/contract/auth'
import { getOverview, openWorkRights } from '@raahi/contract/dashboard'
import { endpoints } from '@raahi/contract/endpoints'
import { countWaiting } from '@raahi/contract/enquiries'
import { listLeads, updateLead } from '@raahi/contract/leads'
import { rightsOf, type StaffRight, staffRights } from '@raahi/contract/staff-rights'
import { updateUser } from '@raahi/contract/update-user'
import { suspendUser } from '@raahi/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadForm } from '../../testing/access/access-calls.ts'
import { type MadeUser, makeAdmin, makeAgent, makeLead } from '../../testing/factories.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'

/** The calls that every admin may make. What they answer depends on the rights, see below. */
const callsOfEveryAdmin = [
  'changeOwnPassword',
  'confirmTwoFactor',
  'endOwnSession',
  'endOwnSessions',
  'getDashboard',
  'getInvoiceSeller',
  'getOverview',
  'getTwoFactor',
  'listLeadCosts',
  'listOwnSessions',
  'listPlans',
  'me',
  'renewRecoveryCodes',
  'resendConfirmation',
  'startTwoFactor',
  'turnOffTwoFactor',
  'updateImageOfUser',
  'updateUser',
]

const adminCalls = endpoints.filter(({ access }) => access === 'admin' || access === 'signed-in')
const limitedCalls = adminCalls.filter(({ right }) => right !== 'none')

let app: TestApp
/** One admin per right, with this right only. */
let only: Record<StaffRight, MadeUser>
beforeAll(async () => {
  app = await createTestApp()
  only = Object.fromEntries(
    await Promise.all(
      staffRights.map(async (right) => [right, await makeAdmin(app.db, { rights: [right] })]),
    ),
  )
})
afterAll(() => app.close())

const anyId = '01890000-0000-7000-8000-000000000000'
const params = { id: anyId, userId: anyId, pictureId: anyId, deliveryId: anyId }

describe('the rights of an admin', () => {
  it('every call that an admin can make declares its right, and few need none', () => {
    expect(adminCalls.filter(({ right }) => right === undefined)).toEqual([])
    const open = adminCalls.filter(({ right }) => right === 'none').map(({ name }) => name)
    expect(open.toSorted()).toEqual(callsOfEveryAdmin)
  })

  it('each call refuses an admin with all rights except those that it needs', async () => {
    expect(limitedCalls.length).toBeGreaterThan(100)
    for (const spec of limitedCalls) {
      const needed = rightsOf(spec.right) ?? []
      expect(needed.length, spec.name).toBeGreaterThan(0)
      const rights = staffRights.filter((right) => !needed.includes(right))
      const { status, code } = await app
        .as(await makeAdmin(app.db, { rights }))
        .call(spec, { params, body: {} })
      expect([status, code], spec.name).toEqual([403, 'FORBIDDEN'])
    }
  })

  it('each call accepts an admin with only one of the rights that it needs', async () => {
    for (const spec of limitedCalls) {
      for (const right of rightsOf(spec.right) ?? []) {
        const { code } = await app.as(only[right]).call(spec, { params, body: {} })
        expect(code, `${spec.name} with ${right}`).not.toBe('FORBIDDEN')
      }
    }
  })

  it('that is taken away counts from the next request', async () => {
    const admin = await makeAdmin(app.db)
    expect((await app.as(admin).call(listLeads)).status).toBe(200)
    await app.db.updateTable('users').set({ rights: [] }).where('id', '=', admin.id).execute()
    expect((await app.as(admin).call(listLeads)).code).toBe('FORBIDDEN')
  })
})

describe('what an admin without a right sees and does', () => {
  it('is only the open work of the own rights, and money only with the right money', async () => {
    for (const right of staffRights) {
      const { openWork, totals } = (await app.as(only[right]).call(getOverview)).data
      const kinds = Object.entries(openWorkRights).filter(([, of]) => of === right)
      expect(openWork.map(({ kind }) => kind)).toEqual(kinds.map(([kind]) => kind))
      expect('revenue' in totals, right).toBe(right === 'money')
    }
    expect((await app.as(only.leads).call(countWaiting)).data).not.toHaveProperty('messages')
    expect((await app.as(only.support).call(countWaiting)).data).toHaveProperty('messages')
  })

  it('is the audit log without the contacts of travellers', async () => {
    const id = await makeLead(app.db)
    await app.as(only.leads).call(updateLead, { params: { id }, body: leadForm })
    const entryFor = async (...rights: StaffRight[]) => {
      const admin = await makeAdmin(app.db, { rights })
      const { docs } = (await app.as(admin).call(listAuditLog, { query: { subjectId: id } })).data
      return docs[0]?.after
    }
    expect(await entryFor('settings', 'support')).toMatchObject({ phone: '+919876543210' })
    const masked = await entryFor('settings', 'agents', 'money')
    expect(masked).toMatchObject({ destination: 'Goa' })
    expect(JSON.stringify(masked)).not.toMatch(/9876543210|asha|Asha/)
  })

  it('is no change of an admin without settings, and no change of an agent without agents', async () => {
    const agent = await makeAgent(app.db)
    const other = await makeAdmin(app.db)
    const targets = [
      [agent, 'agents'],
      [other, 'settings'],
    ] as const
    for (const [target, needed] of targets) {
      for (const right of staffRights) {
        const client = app.as(only[right])
        const changed = await client.call(updateUser, {
          body: { userId: target.id, name: 'New Name', email: target.email },
        })
        expect(changed.status, `${right} ${needed}`).toBe(right === needed ? 200 : 403)
        const activated = await client.call(suspendUser, {
          params: { userId: target.id },
          query: { status: 'active' },
        })
        expect(activated.status, `${right} ${needed}`).toBe(right === needed ? 200 : 403)
      }
    }
    // The own profile needs no right.
    const own = { name: 'Same', email: only.leads.email }
    expect((await app.as(only.leads).call(updateUser, { body: own })).status).toBe(200)
  })

  it('registers agents as a visitor does, within the limit of an address', async () => {
    const form = () =>
      formOf({
        name: 'New Agent',
        email: `${uniqueText()}@example.com`,
        password: 'Agent@12345',
        phone: `+919${String(Math.random()).slice(2, 11).padEnd(9, '0')}`,
        companyName: 'New Travels',
        city: 'Pune',
      })
    for (const right of ['support', 'agents'] as const) {
      const { data } = await app.as(only[right]).call(register, { body: form() })
      const { actor_id } = await app.db
        .selectFrom('audit_log')
        .select('actor_id')
        .where('subject_id', '=', data._id)
        .where('action', '=', 'user.register')
        .executeTakeFirstOrThrow()
      expect(actor_id).toBe(right === 'agents' ? only.agents.id : data._id)
    }
  })
})
