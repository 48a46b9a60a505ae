import { changeLeads, type LeadBulkAction } from '@raahi/contract/leads'
import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeCorrectedLead,
  makeEnquiryLead,
  makeLead,
} from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

const change = (ids: string[], action: LeadBulkAction, user = admin) =>
  app.as(user).call(changeLeads, { body: { ids, action } })
const changed = async (ids: string[], action: LeadBulkAction) =>
  (await change(ids, action)).data.changed
const read = (id: string) =>
  app.db
    .selectFrom('leads')
    .select(['lead_type', 'status', 'deleted_at', 'is_expired'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const makeLeads = async (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeLead(app.db)))

it('sets the type of several leads and leaves sold ones as they are', async () => {
  const [one = '', two = '', sold = ''] = await makeLeads(3)
  expect(await changed([sold], 'sold')).toEqual([sold])
  expect(await changed([one, two, sold, one], 'international')).toEqual([one, two])
  expect(await read(one)).toMatchObject({ lead_type: 'international', status: 'buy' })
  expect(await read(sold)).toMatchObject({ lead_type: 'domestic', status: 'sold' })
  expect(await changed([one, sold], 'sold')).toEqual([one])
})

it('restores what it deleted, within an hour and once', async () => {
  const [one = '', two = ''] = await makeLeads(2)
  const before = await read(one)
  expect(await changed([one, two], 'delete')).toEqual([one, two])
  expect((await read(one)).deleted_at).not.toBeNull()
  await sql`update leads set deleted_at = now() - interval '61 minutes' where id = ${two}`.execute(
    app.db,
  )
  expect(await changed([one, two], 'restore')).toEqual([one])
  expect(await read(one)).toEqual(before)
  expect(await changed([one], 'restore')).toEqual([])
})

it('does not restore a lead under review or one whose traveller has withdrawn', async () => {
  const { lead_id: review } = await app.db
    .selectFrom('lead_origins')
    .select('lead_id')
    .where('enquiry_id', '=', await makeCorrectedLead(app.db))
    .executeTakeFirstOrThrow()
  const { leadId, token } = await makeEnquiryLead(app.db, admin.id)
  expect(await changed([review, leadId], 'delete')).toHaveLength(2)
  expect((await app.call(withdrawOwnEnquiry, { params: { token } })).status).toBe(200)
  expect(await changed([review, leadId], 'restore')).toEqual([])
})

it('is not accessible to agents', async () => {
  const agent = await makeAgent(app.db)
  expect((await change([await makeLead(app.db)], 'delete', agent)).code).toBe('FORBIDDEN')
})
