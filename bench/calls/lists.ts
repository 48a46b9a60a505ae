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
import { getLead, listLeads } from '../../contract/src/leads.ts'
import * as receipts from '../../contract/src/ledger-receipts.ts'
import * as ownEnquiry from '../../contract/src/own-enquiry.ts'
import { getOrder } from '../../contract/src/payments.ts'
import { exportPersonalData, findPersonalData } from '../../contract/src/personal-data.ts'
import * as pipeline from '../../contract/src/pipeline.ts'
import * as profile from '../../contract/src/profile.ts'
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
import { existingRows, freshEnquiries } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of calls that only read.

const asAgent = ({ agent }: BenchSystem) => ({ token: agent().token })
const asAdmin = ({ admin }: BenchSystem) => ({ token: admin().token })
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** A server process handles two at a time and queues eight. It rejects more. */
const EXPORTS_AT_ONCE = 8
/** A server process draws two at a time and queues forty. */
const DRAWINGS_AT_ONCE = 32

const invoicesOfAgents = ({ agents, database }: BenchSystem, count: number) =>
  database.pool
    .query<{ id: string; user_id: string }>(
      'select distinct on (user_id) id, user_id from invoices where user_id = any($1) limit $2',
      [agents.map(({ id }) => id), count],
    )
    .then(({ rows }) => rows)
const ordersOfAgents = ({ agents, database }: BenchSystem, count: number) =>
  database.pool
    .query<{ id: string; user_id: string }>(
      `select gateway_order_id as id, user_id from orders
       where user_id = any($1) and gateway_order_id is not null limit $2`,
      [agents.map(({ id }) => id), count],
    )
    .then(({ rows }) => rows)
const purchasesOfAgents = ({ agents, database }: BenchSystem, count: number) =>
  database.pool
    .query<{ id: string; user_id: string }>(
      'select distinct on (user_id) lead_id as id, user_id from purchases where user_id = any($1) limit $2',
      [agents.map(({ id }) => id), count],
    )
    .then(({ rows }) => rows)
/** Agents with a rule that has skipped as many leads as the list shows. */
async function agentsWithSkips(system: BenchSystem, count: number) {
  const agents = await agentsWithSearch(system, count)
  const { kysely: db, pool } = system.database
  for (const { id, searchId } of agents) {
    await pool.query(
      `insert into automatic_buying_skips (rule_id, lead_id, reason, price_paise)
       select $1, id, 'price', 100 from leads limit 50`,
      [await makeRule(db, id, {}, searchId)],
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
  buildRequest: (system: BenchSystem) => ({
    ...asAdmin(system),
    query: { startDate: yesterday(), endDate: yesterday() },
  }),
}

const specialLists: readonly CallBenchmark[] = [
  list(listLeads, { buildRequest: (system) => ({ ...asAgent(system), query: {} }) }),
  list(listLeads, {
    variant: 'filters set',
    buildRequest: (system) => ({
      ...asAgent(system),
      query: { satatus: 'buy', leadType: 'domestic', tripType: 'Family' },
    }),
  }),
  list(listLeads, {
    variant: 'page 100',
    buildRequest: (system) => ({ ...asAgent(system), query: { page: '100' } }),
  }),
  list(listLeads, {
    variant: 'cheapest first',
    buildRequest: (system) => ({ ...asAgent(system), query: { sort: 'cost' } }),
  }),
  list(listLeads, {
    variant: 'text search',
    grows: 'counts up to 10,000 matches',
    buildRequest: (system) => ({ ...asAgent(system), query: { search: 'asha' } }),
  }),
  list(listLeads, {
    variant: 'several destinations',
    buildRequest: (system) => ({ ...asAgent(system), query: { destinations: 'Goa,Kerala' } }),
  }),
  list(followLeadEvents, {
    maxClients: 1,
    buildRequest: (system) => ({ ...asAgent(system), query: { once: 'true' as const } }),
  }),
  list(listLeadSuggestions, {
    buildRequest: (system) => ({
      ...asAgent(system),
      query: { field: 'destination' as const, text: 'g' },
    }),
  }),
  list(users.listUsers, { buildRequest: (system) => ({ ...asAdmin(system), query: {} }) }),
  list(users.listUsers, {
    variant: 'page 40',
    buildRequest: (system) => ({ ...asAdmin(system), query: { page: '40' } }),
  }),
  list(users.listUsers, {
    variant: 'by spending, of a search',
    buildRequest: (system) => ({ ...asAdmin(system), query: { search: 'asha', sort: '-spent' } }),
  }),
  list(profile.listUserSessions, {
    buildRequest: (system) => ({ ...asAdmin(system), params: { userId: system.agent().id } }),
  }),
  list(transactions.getUserStatement, {
    buildRequest: (system) => ({
      ...asAdmin(system),
      params: { userId: system.agent().id },
      query: {},
    }),
  }),
  list(transactions.allTransactions, {
    buildRequest: (system) => ({ ...asAdmin(system), query: {} }),
  }),
  list(transactions.allTransactions, {
    variant: 'page 300',
    buildRequest: (system) => ({ ...asAdmin(system), query: { page: '300' } }),
  }),
  list(transactions.allTransactions, {
    variant: 'refunds',
    buildRequest: (system) => ({ ...asAdmin(system), query: { status: 'lead_refund' } }),
  }),
  list(transactions.getTransactionSummary, {
    grows: 'counts all customers with a sale',
    buildRequest: (system) => ({ ...asAdmin(system), query: {} }),
  }),
  list(transactions.exportTransactions, exportOfOneDay),
  list(receipts.getMyReceipt, {
    buildRequest: (system) => ({ ...asAgent(system) }),
  }),
  list(receipts.getUserReceipt, {
    buildRequest: (system) => ({ ...asAdmin(system), params: { userId: system.agent().id } }),
  }),
  list(receipts.getChainHead, { buildRequest: (system) => ({ ...asAdmin(system) }) }),
  list(transactions.exportMyTransactions, {
    maxClients: EXPORTS_AT_ONCE,
    buildRequest: (system) => ({ ...asAgent(system), query: {} }),
  }),
  list(purchases.getUserLead, {
    buildRequest: ({ agent }) => {
      const { id, token } = agent()
      return { token, params: { userId: id } }
    },
  }),
  list(purchases.listPurchases, {
    buildRequest: (system) => ({ ...asAgent(system), query: {} }),
  }),
  list(purchases.listPurchases, {
    variant: 'text search',
    buildRequest: (system) => ({ ...asAgent(system), query: { search: 'goa' } }),
  }),
  list(purchases.getPurchaseFigures, { buildRequest: asAgent }),
  list(purchases.exportPurchases, {
    maxClients: EXPORTS_AT_ONCE,
    buildRequest: (system) => ({ ...asAgent(system), query: {} }),
  }),
  list(listSkippedLeads, {
    subjects: agentsWithSkips,
    buildRequest: (_, { token, searchId }) => ({ token, params: { id: searchId } }),
  }),
  list(pipeline.getPipelineColumn, {
    buildRequest: (system) => ({ ...asAgent(system), params: { column: 'new' as const } }),
  }),
  list(pipeline.listPipelineCards, {
    variant: 'text search',
    buildRequest: (system) => ({ ...asAgent(system), query: { search: 'goa' } }),
  }),
  list(pipeline.listPipelineCards, {
    buildRequest: (system) => ({ ...asAgent(system), query: {} }),
  }),
  list(pipeline.getPipelineCard, {
    subjects: purchasesOfAgents,
    buildRequest: ({ tokenOf }, { id, user_id }) => ({
      token: tokenOf(user_id),
      params: { leadId: id },
    }),
  }),
  list(pipeline.exportPipeline, {
    maxClients: EXPORTS_AT_ONCE,
    buildRequest: (system) => ({ ...asAgent(system), query: {} }),
  }),
  list(replacements.getReplacementRequestOfUserById, {
    buildRequest: ({ agent }) => {
      const { id, token } = agent()
      return { token, params: { userId: id }, query: {} }
    },
  }),
  list(enquiries.listEnquiries, {
    grows: 'counts the exact total',
    buildRequest: (system) => ({ ...asAdmin(system), query: {} }),
  }),
  list(enquiries.listEnquiries, {
    variant: 'status new',
    buildRequest: (system) => ({ ...asAdmin(system), query: { status: 'new', sort: 'createdAt' } }),
  }),
  list(enquiries.countWaiting, {
    grows: 'counts up to 1,000 of each',
    buildRequest: asAdmin,
  }),
  list(enquiries.getLeadOrigin, {
    subjects: existingRows<{ id: string }>('select lead_id as id from lead_origins limit $1'),
    buildRequest: (system, { id }) => ({ ...asAdmin(system), params: { id } }),
  }),
  list(enquiries.listLeadOrigins, {
    subjects: async (system) => {
      const rows = await existingRows<{ id: string }>(
        'select id from leads where deleted_at is null order by created_at desc, id desc limit $1',
      )(system, 50)
      return [rows.map(({ id }) => id).join(',')]
    },
    buildRequest: (system, ids) => ({ ...asAdmin(system), query: { ids } }),
  }),
  list(ownEnquiry.getOwnEnquiry, {
    subjects: freshEnquiries,
    buildRequest: (_, { token }) => ({ params: { token } }),
  }),
  list(listContactMessages, {
    grows: 'counts the exact total',
    buildRequest: (system) => ({ ...asAdmin(system), query: {} }),
  }),
  list(listAuditLog, {
    variant: 'admin actions',
    buildRequest: (system) => ({ ...asAdmin(system), query: {} }),
  }),
  list(listAuditLog, {
    variant: 'all actions',
    buildRequest: (system) => ({ ...asAdmin(system), query: { actors: 'all' } }),
  }),
  list(invoices.exportInvoices, exportOfOneDay),
  list(invoices.getInvoice, {
    subjects: invoicesOfAgents,
    buildRequest: ({ tokenOf }, { id, user_id }) => ({ token: tokenOf(user_id), params: { id } }),
  }),
  list(invoices.getInvoicePdf, {
    subjects: invoicesOfAgents,
    maxClients: DRAWINGS_AT_ONCE,
    buildRequest: ({ tokenOf }, { id, user_id }) => ({ token: tokenOf(user_id), params: { id } }),
  }),
  list(getOrder, {
    subjects: ordersOfAgents,
    buildRequest: ({ tokenOf }, { id, user_id }) => ({
      token: tokenOf(user_id),
      params: { orderId: id },
    }),
  }),
  list(getOverview, {
    grows: 'reads the leads added and sold in 30 days',
    buildRequest: asAdmin,
  }),
  list(previewReturnPolicy, {
    grows: 'reads the replacement requests of 90 days',
    buildRequest: (system) => ({
      ...asAdmin(system),
      query: previewQuery(firstTerms),
    }),
  }),
  list(replacements.getReturnRate, {
    subjects: purchasesOfAgents,
    buildRequest: ({ tokenOf }, { id, user_id }) => ({
      token: tokenOf(user_id),
      params: { leadId: id },
    }),
  }),
  list(getLead, {
    subjects: existingRows<{ id: string }>(
      'select id from leads where deleted_at is null limit $1',
    ),
    buildRequest: (system, { id }) => ({ ...asAgent(system), params: { id } }),
  }),
  list(getLeadOdds, {
    subjects: existingRows<{ id: string }>(
      "select id from leads where status = 'buy' and deleted_at is null limit $1",
    ),
    buildRequest: (system, { id }) => ({ ...asAgent(system), params: { id } }),
  }),
  list(users.getUserById, {
    buildRequest: (system) => ({ ...asAdmin(system), params: { id: system.agent().id } }),
  }),
  list(users.getUserKyc, {
    subjects: existingRows<{ id: string }>(
      'select id from users where kyc_file is not null limit $1',
    ),
    buildRequest: (system, { id }) => ({ ...asAdmin(system), params: { userId: id } }),
  }),
  list(getAgencyLogo, {
    maxRequests: 100,
    subjects: quotesWithLogo,
    buildRequest: (_, { token }) => ({ token }),
  }),
  list(getRequestPicture, {
    subjects: existingRows<{ id: string }>('select id from request_pictures limit $1'),
    buildRequest: (system, { id }) => ({ ...asAdmin(system), params: { pictureId: id } }),
  }),
  list(findPersonalData, {
    grows: 'searches all leads',
    subjects: rejectedTravellers,
    buildRequest: (system, { phone }) => ({ ...asAdmin(system), body: { phone } }),
  }),
  list(exportPersonalData, {
    grows: 'searches all leads',
    subjects: rejectedTravellers,
    buildRequest: (system, { phone }) => ({ ...asAdmin(system), body: { phone } }),
  }),
]

/** Calls that need no path parameter and no query, made as an agent if agents may make them. */
function isPlainRead({ name, method, params, query }: EndpointSpec): boolean {
  const isSpecial = specialLists.some(({ call }) => call.name === name)
  return method === 'GET' && !params && !isSpecial && (query?.safeParse({}).success ?? true)
}

export const lists: readonly CallBenchmark[] = [
  ...specialLists,
  ...endpoints
    .filter(isPlainRead)
    .map((call) => list(call, { buildRequest: call.access === 'admin' ? asAdmin : asAgent })),
]
