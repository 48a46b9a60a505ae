import { changeLeads, type LeadBulkAction } from '@raahi/contract/leads'
import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  buyEnquiryLead,
  type MadeUser,
  makeCorrectedLead,
  makeEnquiryLead,
  makeLead,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({ walletPaise: 100_000 }))
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

it('does not restore a lead of an erased traveller, neither an unsold nor a sold one', async () => {
  const phones = ['+919812345601', '+919812345602']
  const [unsold = '', outside = ''] = await Promise.all(
    phones.map((phone) => makeLead(app.db, { phone })),
  )
  const offered = await makeEnquiryLead(app.db, admin.id)
  const bought = await makeEnquiryLead(app.db, admin.id)
  await buyEnquiryLead(app.database, agent.id, bought.leadId, { hoursAgo: 2 })
  const ids = [unsold, outside, offered.leadId, bought.leadId]
  expect(await changed([outside], 'sold')).toEqual([outside])
  expect(await changed(ids, 'delete')).toEqual(ids)
  const own = await app.db
    .selectFrom('enquiries')
    .select('phone')
    .where('id', 'in', [offered.id, bought.id])
    .execute()
  for (const phone of [...phones, ...own.map((row) => row.phone)]) {
    expect((await app.as(admin).call(erasePersonalData, { body: { phone } })).status).toBe(200)
  }
  expect(await changed(ids, 'restore')).toEqual([])
  await expectAllInvariantsHold(app.database)
})

it('is not accessible to agents', async () => {
  expect((await change([await makeLead(app.db)], 'delete', agent)).code).toBe('FORBIDDEN')
})
