import { listEnquiries } from '@raahi/contract/enquiries'
import { findRecords, maxFoundRecords } from '@raahi/contract/record-search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type MadeUser,
  makeAdmin,
  makeEnquiry,
  makeEnquiryLead,
  makeLead,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { enquiryLabel } from './public/enquiry-response.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  ;({ app, admin } = await createMarketplace())
})
afterAll(() => app.close())

const find = async (search: string, viewer = admin) =>
  (await app.as(viewer).call(findRecords, { query: { search } })).data
const viewsBy = async (viewer: MadeUser) => {
  const { rows } = await sql`select from contact_views where user_id = ${viewer.id}`.execute(app.db)
  return rows.length
}

it('finds leads and enquiries by name, phone and number, without contacts and without a view', async () => {
  const shown = { name: 'Devika Rao', destination: 'Munnar' }
  const contact = { ...shown, phone: '+919812377001', email: 'devika.r@example.org' }
  const enquiry = await makeEnquiryLead(app.db, admin.id, contact)
  const lead = await app.db
    .updateTable('leads')
    .set(contact)
    .where('id', '=', enquiry.leadId)
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  const leads = [{ ...shown, _id: lead.id, label: leadLabel(lead.number) }]
  const enquiries = [{ ...shown, _id: enquiry.id, label: enquiryLabel(enquiry.number) }]
  const viewer = await makeAdmin(app.db)
  for (const search of ['devika', '98123 77001', leadLabel(lead.number)]) {
    expect(await find(search, viewer), search).toEqual({ leads, enquiries })
  }
  expect(await find(enquiryLabel(enquiry.number), viewer)).toEqual({ leads: [], enquiries })
  expect(await viewsBy(viewer)).toBe(0)
  // The list of the screen shows the contact, so it is recorded.
  await app.as(viewer).call(listEnquiries, { query: { search: 'devika' } })
  expect(await viewsBy(viewer)).toBe(1)
})

it('finds a few, the newest first, and no deleted or suspected ones', async () => {
  const made: { id: string }[] = []
  for (let n = 0; n <= maxFoundRecords; n += 1) {
    made.push(await makeEnquiry(app.db, { name: `Kabir ${n}` }))
  }
  await makeEnquiry(app.db, { name: 'Kabir spam', suspected: true })
  await makeLead(app.db, { name: 'Rukmini Das', deleted_at: new Date() })
  const { leads, enquiries } = await find('kabir')
  expect(leads).toEqual([])
  expect(enquiries.map(({ _id }) => _id)).toEqual(
    made
      .slice(1)
      .reverse()
      .map(({ id }) => id),
  )
  expect((await find('rukmini')).leads).toEqual([])
})
