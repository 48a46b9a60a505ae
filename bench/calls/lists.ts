import { getAgencyLogo } from '../../contract/src/agency-logo.ts'
import { listAuditLog } from '../../contract/src/audit-log.ts'
import { listSkippedLeads } from '../../contract/src/automatic-buying.ts'
import { listContactMessages } from '../../contract/src/contact.ts'
import { getOverview } from '../../contract/src/dashboard.ts'
import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { endpoints } from '../../contract/src/endpoints.ts'
import * as enquiries from '../../contract/src/enquiries.ts'
import * as invoices from '../../contract/src/invoices.ts'
import { followLeadEvents } from '../../contract/src/lead-events.ts'
import { listLeadSuggestions } from '../../contract/src/lead-suggestions.ts'
import { findKnownLeads, getLead, listLeads } from '../../contract/src/leads.ts'
import * as ownEnquiry from '../../contract/src/own-enquiry.ts'
import { getOrder } from '../../contract/src/payments.ts'
import { exportPersonalData, findPersonalData } from '../../contract/src/personal-data.ts'
import * as pipeline from '../../contract/src/pipeline.ts'
import * as purchases from '../../contract/src/purchases.ts'
import { getRequestPicture } from '../../contract/src/replacement-pictures.ts'
import * as replacements from '../../contract/src/replacements.ts'
import { getLeadOdds } from '../../contract/src/return-odds.ts'
import { previewQuery, previewReturnPolicy } from '../../contract/src/return-policy.ts'
import * as transactions from '../../contract/src/transactions.ts'
import * as users from '../../contract/src/users.ts'
import { makeRule } from '../../server/src/testing/automatic-buying.ts'
import { firstTerms } from '../../server/src/testing/factories.ts'
import { agentsWithSearch } from './account-writes.ts'
import { type CallBenchmark, list } from './call-benchmark.ts'
import { quotesWithLogo } from './quotes.ts'
import { existingRows, freshEnquiries, rowsOfAgents } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of calls that only read.

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** A server process handles two exports at a time, queues eight and rejects more. */
const EXPORTS_AT_ONCE = 8
/** A server process draws two invoices at a time and queues forty. */
const DRAWINGS_AT_ONCE = 32

const invoicesOfAgents = rowsOfAgents<{ id: string }>(
  'select distinct on (user_id) id, user_id from invoices where user_id = any($1) limit $2',
)
const purchasesOfAgents = rowsOfAgents<{ leadId: string }>(
  'select distinct on (user_id) lead_id as "leadId", user_id from purchases where user_id = any($1) limit $2',
)
/** Agents with a rule that has skipped as many leads as the list shows. */
async function agentsWithSkips(system: BenchSystem, count: number) {
  const agents = await agentsWithSearch(system, count)
  const { kysely: db, pool } = system.database
  for (const { userId, id } of agents) {
    await pool.query(
      `insert into automatic_buying_skips (rule_id, lead_id, reason, price_paise)
       select $1, id, 'price', 100 from leads limit 50`,
      [await makeRule(db, userId, {}, id)],
    )
  }
  return agents
}
const rejectedTravellers = existingRows<{ phone: string }>(
  "select phone from enquiries where status = 'rejected' order by created_at desc limit $1",
)

const exportOfOneDay = {
  variant: 'of one day',
  grows: 'a day has more of them',
  maxClients: EXPORTS_AT_ONCE,
  query: { startDate: yesterday, endDate: yesterday },
}
/** At a million leads, several searches at once wait for a slot longer than a list may, and get 429. */
const searchOfTraveller = {
  grows: 'searches all leads',
  maxClients: 1,
  subjects: rejectedTravellers,
  body: ({ phone }: { phone: string }) => ({ phone }),
}

const specialLists: readonly CallBenchmark[] = [
  list(listLeads),
  list(listLeads, {
    variant: 'filters set',
    query: { satatus: 'buy', leadType: 'domestic', tripType: 'Family' },
  }),
  list(listLeads, { variant: 'page 100', query: { page: '100' } }),
  list(listLeads, { variant: 'cheapest first', query: { sort: 'cost' } }),
  list(listLeads, {
    variant: 'text search',
    grows: 'counts up to 10,000 matches',
    query: { search: 'asha' },
  }),
  list(listLeads, { variant: 'several destinations', query: { destinations: 'Goa,Kerala' } }),
  list(followLeadEvents, { maxClients: 1, query: { once: 'true' } }),
  list(listLeadSuggestions, { query: { field: 'destination', text: 'g' } }),
  list(users.listUsers),
  list(users.listUsers, { variant: 'page 40', query: { page: '40' } }),
  list(users.listUsers, {
    variant: 'by spending, of a search',
    query: { search: 'asha', sort: '-spent' },
  }),
  list(transactions.allTransactions),
  list(transactions.allTransactions, { variant: 'page 300', query: { page: '300' } }),
  list(transactions.allTransactions, { variant: 'refunds', query: { status: 'lead_refund' } }),
  list(transactions.getTransactionSummary, { grows: 'counts all customers with a sale' }),
  list(transactions.exportTransactions, exportOfOneDay),
  list(transactions.exportMyTransactions, { maxClients: EXPORTS_AT_ONCE }),
  list(purchases.listPurchases),
  list(purchases.listPurchases, { variant: 'text search', query: { search: 'goa' } }),
  list(purchases.exportPurchases, { maxClients: EXPORTS_AT_ONCE }),
  list(listSkippedLeads, { subjects: agentsWithSkips }),
  list(pipeline.getPipelineColumn, { params: { column: 'new' } }),
  list(pipeline.listPipelineCards, { variant: 'text search', query: { search: 'goa' } }),
  list(pipeline.listPipelineCards),
  list(pipeline.getPipelineCard, { subjects: purchasesOfAgents }),
  list(pipeline.exportPipeline, { maxClients: EXPORTS_AT_ONCE }),
  list(enquiries.listEnquiries, { grows: 'counts the exact total' }),
  list(enquiries.listEnquiries, {
    variant: 'status new',
    query: { status: 'new', sort: 'createdAt' },
  }),
  list(enquiries.countWaiting, { grows: 'counts up to 1,000 of each' }),
  list(findKnownLeads, { query: { phone: '+919876543210', email: 'asha@travellers.example' } }),
  list(enquiries.getLeadOrigin, {
    subjects: existingRows<{ id: string }>('select lead_id as id from lead_origins limit $1'),
  }),
  list(enquiries.listLeadOrigins, {
    subjects: async (system) => {
      const rows = await existingRows<{ id: string }>(
        'select id from leads where deleted_at is null order by created_at desc, id desc limit $1',
      )(system, 50)
      return [{ ids: rows.map(({ id }) => id).join(',') }]
    },
    query: ({ ids }) => ({ ids }),
  }),
  list(ownEnquiry.getOwnEnquiry, { subjects: freshEnquiries }),
  list(listContactMessages, { grows: 'counts the exact total' }),
  list(listAuditLog, { variant: 'admin actions' }),
  list(listAuditLog, { variant: 'all actions', query: { actors: 'all' } }),
  list(invoices.exportInvoices, exportOfOneDay),
  list(invoices.getInvoice, { subjects: invoicesOfAgents }),
  list(invoices.getInvoicePdf, { subjects: invoicesOfAgents, maxClients: DRAWINGS_AT_ONCE }),
  list(getOrder, {
    subjects: rowsOfAgents(
      `select gateway_order_id as "orderId", user_id from orders
       where user_id = any($1) and gateway_order_id is not null limit $2`,
    ),
  }),
  list(getOverview, { grows: 'reads the leads added and sold in 30 days' }),
  list(previewReturnPolicy, {
    grows: 'reads the replacement requests of 90 days',
    query: previewQuery(firstTerms),
  }),
  list(replacements.getReturnRate, { subjects: purchasesOfAgents }),
  list(getLead, {
    subjects: existingRows('select id from leads where deleted_at is null limit $1'),
  }),
  list(getLeadOdds, {
    subjects: existingRows(
      "select id from leads where status = 'buy' and deleted_at is null limit $1",
    ),
  }),
  list(users.getUserById, {
    caller: 'admin',
    subjects: existingRows("select id from users where role = 'user' limit $1"),
  }),
  list(users.getUserKyc, {
    subjects: existingRows('select id as "userId" from users where kyc_file is not null limit $1'),
  }),
  list(getAgencyLogo, { maxRequests: 100, subjects: quotesWithLogo }),
  list(getRequestPicture, {
    caller: 'admin',
    subjects: existingRows('select id as "pictureId" from request_pictures limit $1'),
  }),
  list(findPersonalData, searchOfTraveller),
  list(exportPersonalData, searchOfTraveller),
]

/** Calls that need no query and at most the id of a user, made as an agent if agents may make them. */
function isPlainRead({ name, method, path, query }: EndpointSpec): boolean {
  const isSpecial = specialLists.some(({ call }) => call.name === name)
  const isPlain = !path.replace('{userId}', '').includes('{')
  return method === 'GET' && isPlain && !isSpecial && (query?.safeParse({}).success ?? true)
}

export const lists: readonly CallBenchmark[] = [
  ...specialLists,
  ...endpoints.filter(isPlainRead).map((call) => list(call)),
]
