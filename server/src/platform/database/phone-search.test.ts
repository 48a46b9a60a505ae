import { listAuditLog } from '@raahi/contract/audit-log'
import { listContactMessages } from '@raahi/contract/contact'
import { listEnquiries } from '@raahi/contract/enquiries'
import { listInvoices } from '@raahi/contract/invoices'
import { createLead, listLeads } from '@raahi/contract/leads'
import { exportPipeline, listPipelineCards } from '@raahi/contract/pipeline'
import { listPurchases } from '@raahi/contract/purchases'
import { getAllLeadReplacementRequests } from '@raahi/contract/replacements'
import { allTransactions } from '@raahi/contract/transactions'
import { updateUser } from '@raahi/contract/update-user'
import { listUsers } from '@raahi/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeContactMessage,
  makeEnquiry,
  makeLead,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const phone = '+919811223344'
const found = [
  '+91 98112 23344',
  '+919811223344',
  '98112 23344',
  '098112 23344',
  '+91 (0) 98112 23344',
  '0091 98112 23344',
  '919811223344',
  '98112-23344',
  '(98112) 23344',
  '98112.23344',
  '\u202a+91 98112 23344\u202c',
  '९८११२ २३३४४',
  '９８１１２２３３４４',
  '12233',
  '98112 2',
  '+91 98112',
  '098112',
  '0091 981',
  '23344',
]
const otherTexts = ['98112 23345', '+44 98112 23344', '0098112 23344', '+91 98112 23344 5']

let app: TestApp
let admin: MadeUser
let agent: MadeUser
let seller: MadeUser
let soldLeadId: string
let leadId: string
beforeAll(async () => {
  app = await createTestApp()
  await setLeadPrice(app.db, 'domestic', 5050)
  // The users are also searched by email, so these have no digits.
  admin = await makeAdmin(app.db, { phone: '+919800000001', email: 'admin@search.example' })
  agent = await makeAgent(app.db, {
    phone,
    name: 'Agent With Phone',
    email: 'agent@search.example',
  })
  seller = await makeAgent(app.db, { phone: '+919800000002', email: 'seller@search.example' })
  for (const { id } of [agent, seller]) await giveMoney(app.database, id, 1000_00)
  leadId = await makeLead(app.db, { phone })
  soldLeadId = await makePurchase(app.database, seller.id, { phone })
  await makeRequest(app.database, seller.id, soldLeadId)
  await makeEnquiry(app.db, { phone })
  await makeContactMessage(app.db, { message: 'Call me: 98112 23344!' })
  await app.as(agent).call(updateUser, {
    body: { name: 'Agent With Phone', email: agent.email, city: 'Pune' },
  })
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

type Count = (search: string) => Promise<number>

/** How many records each list finds, of which one has the phone number. */
const lists: [name: string, count: Count][] = [
  ['users', async (search) => (await as().call(listUsers, { query: { search } })).data.totalDocs],
  [
    'leads on sale',
    async (search) =>
      (await as().call(listLeads, { query: { search, satatus: 'buy' } })).data.totalLeads,
  ],
  [
    'sold leads',
    async (search) =>
      (await as().call(listLeads, { query: { search, satatus: 'sold' } })).data.totalLeads,
  ],
  [
    'enquiries',
    async (search) => (await as().call(listEnquiries, { query: { search } })).data.totalDocs,
  ],
  [
    'replacement requests',
    async (search) =>
      (await as().call(getAllLeadReplacementRequests, { query: { search } })).data.totalDocs,
  ],
  [
    'transactions',
    async (search) => (await as().call(allTransactions, { query: { search } })).data.totalDocs,
  ],
  [
    'contact messages',
    async (search) => (await as().call(listContactMessages, { query: { search } })).data.totalDocs,
  ],
  [
    'actions',
    async (actor) =>
      (await as().call(listAuditLog, { query: { actor, actors: 'all' } })).data.totalDocs,
  ],
  [
    'leads of the marketplace, for their buyer',
    async (search) => (await as(seller).call(listLeads, { query: { search } })).data.totalLeads,
  ],
  [
    'purchased leads of an agent',
    async (search) => (await as(seller).call(listPurchases, { query: { search } })).data.totalDocs,
  ],
  [
    'pipeline of an agent',
    async (search) =>
      (await as(seller).call(listPipelineCards, { query: { search } })).data.totalDocs,
  ],
]
const as = (user = admin) => app.as(user)

describe.each(lists)('the search in the list of %s', (_name, count) => {
  it('finds a phone number in every spelling, and a part of it', async () => {
    for (const search of found) expect(await count(search), search).toBe(1)
  })

  it('finds nothing for another number', async () => {
    for (const search of otherTexts) expect(await count(search), search).toBe(0)
  })
})

it('the list of invoices and the export of a pipeline accept a phone number', async () => {
  expect((await as().call(listInvoices, { query: { search: '+91 98112 23344' } })).status).toBe(200)
  const exported = await as(seller).call(exportPipeline, { query: { search: '098112 23344' } })
  expect(exported.text).toContain('98112')
})

it('an agent finds only own leads of the marketplace by the phone number of their traveller', async () => {
  for (const search of found) {
    // The seller first, because pages without phone numbers are shared.
    const own = await as(seller).call(listLeads, { query: { search } })
    expect(own.data.leads, search).toMatchObject([{ _id: soldLeadId, phone }])
    const others = await as(agent).call(listLeads, { query: { search } })
    expect(others.data.totalLeads, search).toBe(0)
  }
  const { data } = await as(agent).call(listLeads, { query: {} })
  expect(data.leads.map(({ _id }) => _id)).toContain(leadId)
})

it('an admin finds a lead by its new phone number, and no longer by the old one', async () => {
  const count = async (search: string) =>
    (await as().call(listLeads, { query: { search } })).data.totalLeads
  const { data: lead } = await as().call(createLead, {
    body: {
      name: 'Meera Nair',
      phone: '+44 (0)20 7946 0958',
      email: 'meera@example.org',
      city: 'London',
      destination: 'Kerala',
      tripType: 'Others',
      leadType: 'domestic',
    },
  })
  expect(await count('+44 207 946 0958')).toBe(1)
  expect(await count('020 7946')).toBe(1)
  await app.db
    .updateTable('leads')
    .set({ phone: '+14155552671' })
    .where('id', '=', lead._id)
    .execute()
  expect(await count('+44 20 7946')).toBe(0)
  expect(await count('415 555 2671')).toBe(1)
})
