import { listAuditActions, listAuditLog } from '../../contract/src/audit-log.ts'
import { me } from '../../contract/src/auth.ts'
import { listContactMessages } from '../../contract/src/contact.ts'
import { getDashboard } from '../../contract/src/dashboard.ts'
import * as enquiries from '../../contract/src/enquiries.ts'
import * as invoices from '../../contract/src/invoices.ts'
import { listLeadCosts } from '../../contract/src/lead-costs.ts'
import { listLeads } from '../../contract/src/leads.ts'
import { getOrder } from '../../contract/src/payments.ts'
import { exportPersonalData, findPersonalData } from '../../contract/src/personal-data.ts'
import { getAllPlansOfUser, listPlans } from '../../contract/src/plans.ts'
import { listOwnSessions } from '../../contract/src/profile.ts'
import { getUserLead } from '../../contract/src/purchases.ts'
import * as replacements from '../../contract/src/replacements.ts'
import * as transactions from '../../contract/src/transactions.ts'
import { getTwoFactor } from '../../contract/src/two-factor.ts'
import * as users from '../../contract/src/users.ts'
import { list } from './recipe.ts'
import { found, freshEnquiries } from './subjects.ts'
import type { World } from './world-types.ts'

// Every call that only tells something, as people ask it.

const asAgent = ({ agent }: World) => ({ token: agent().token })
const asAdmin = ({ admin }: World) => ({ token: admin().token })
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** Two are made at a time in each server process and eight wait: more are told to come back. */
const EXPORTS_AT_ONCE = 8
/** Two are drawn at a time in each server process and forty wait. */
const DRAWINGS_AT_ONCE = 32

const invoicesOfAgents = ({ agents, database }: World, count: number) =>
  database.pool
    .query<{ id: string; user_id: string }>(
      'select distinct on (user_id) id, user_id from invoices where user_id = any($1) limit $2',
      [agents.map(({ id }) => id), count],
    )
    .then(({ rows }) => rows)
const ordersOfAgents = ({ agents, database }: World, count: number) =>
  database.pool
    .query<{ id: string; user_id: string }>(
      `select gateway_order_id as id, user_id from orders
       where user_id = any($1) and gateway_order_id is not null limit $2`,
      [agents.map(({ id }) => id), count],
    )
    .then(({ rows }) => rows)
const askers = found<{ phone: string }>(
  "select phone from enquiries where status = 'rejected' order by created_at desc limit $1",
)

const ofOneDay = {
  what: 'of one day',
  grows: 'a day has as many more of them',
  maxClients: EXPORTS_AT_ONCE,
  ask: (world: World) => ({
    ...asAdmin(world),
    query: { startDate: yesterday(), endDate: yesterday() },
  }),
}

export const lists = [
  list(listLeads, { ask: (world) => ({ ...asAgent(world), query: {} }) }),
  list(listLeads, {
    what: 'filters set',
    ask: (world) => ({
      ...asAgent(world),
      query: { satatus: 'buy', leadType: 'domestic', tripType: 'Family' },
    }),
  }),
  list(listLeads, {
    what: 'page 100',
    ask: (world) => ({ ...asAgent(world), query: { page: '100' } }),
  }),
  list(listLeads, {
    what: 'cheapest first',
    ask: (world) => ({ ...asAgent(world), query: { sort: 'cost' } }),
  }),
  list(listLeads, {
    what: 'searched by text',
    grows: 'its exact total is counted',
    ask: (world) => ({ ...asAgent(world), query: { search: 'asha' } }),
  }),
  list(users.listUsers, { ask: (world) => ({ ...asAdmin(world), query: {} }) }),
  list(users.listUsers, {
    what: 'page 40',
    ask: (world) => ({ ...asAdmin(world), query: { page: '40' } }),
  }),
  list(transactions.allTransactions, { ask: (world) => ({ ...asAdmin(world), query: {} }) }),
  list(transactions.allTransactions, {
    what: 'page 300',
    ask: (world) => ({ ...asAdmin(world), query: { page: '300' } }),
  }),
  list(transactions.allTransactions, {
    what: 'refunds',
    ask: (world) => ({ ...asAdmin(world), query: { status: 'lead_refund' } }),
  }),
  list(transactions.getTransactionSummary, {
    grows: 'all customers with a sale are counted',
    ask: (world) => ({ ...asAdmin(world), query: {} }),
  }),
  list(transactions.exportTransactions, ofOneDay),
  list(transactions.myTransactions, { ask: (world) => ({ ...asAgent(world), query: {} }) }),
  list(transactions.exportMyTransactions, {
    maxClients: EXPORTS_AT_ONCE,
    ask: (world) => ({ ...asAgent(world), query: {} }),
  }),
  list(getUserLead, {
    ask: ({ agent }) => {
      const { id, token } = agent()
      return { token, params: { userId: id } }
    },
  }),
  list(replacements.getReplacementRequestOfUserById, {
    ask: ({ agent }) => {
      const { id, token } = agent()
      return { token, params: { userId: id }, query: {} }
    },
  }),
  list(replacements.getAllLeadReplacementRequests, {
    ask: (world) => ({ ...asAdmin(world), query: {} }),
  }),
  list(enquiries.listEnquiries, {
    grows: 'its exact total is counted',
    ask: (world) => ({ ...asAdmin(world), query: {} }),
  }),
  list(enquiries.listEnquiries, {
    what: 'those that wait',
    ask: (world) => ({ ...asAdmin(world), query: { status: 'new', sort: 'createdAt' } }),
  }),
  list(enquiries.countWaiting, {
    grows: 'counts up to 1,000 of each',
    ask: asAdmin,
  }),
  list(enquiries.getLeadOrigin, {
    subjects: found<{ id: string }>('select lead_id as id from lead_origins limit $1'),
    ask: (world, { id }) => ({ ...asAdmin(world), params: { id } }),
  }),
  list(enquiries.listLeadOrigins, {
    subjects: async (world) => {
      const rows = await found<{ id: string }>(
        'select id from leads where deleted_at is null order by created_at desc, id desc limit $1',
      )(world, 50)
      return [rows.map(({ id }) => id).join(',')]
    },
    ask: (world, ids) => ({ ...asAdmin(world), query: { ids } }),
  }),
  list(enquiries.getOwnEnquiry, {
    subjects: freshEnquiries,
    ask: (_, { token }) => ({ params: { token } }),
  }),
  list(listContactMessages, {
    grows: 'its exact total is counted',
    ask: (world) => ({ ...asAdmin(world), query: {} }),
  }),
  list(listAuditLog, {
    what: 'what admins did',
    ask: (world) => ({ ...asAdmin(world), query: {} }),
  }),
  list(listAuditLog, {
    what: 'what everybody did',
    ask: (world) => ({ ...asAdmin(world), query: { actors: 'all' } }),
  }),
  list(listAuditActions, { ask: asAdmin }),
  list(invoices.listInvoices, { ask: (world) => ({ ...asAdmin(world), query: {} }) }),
  list(invoices.listMyInvoices, { ask: (world) => ({ ...asAgent(world), query: {} }) }),
  list(invoices.exportInvoices, ofOneDay),
  list(invoices.getInvoice, {
    subjects: invoicesOfAgents,
    ask: ({ tokenOf }, { id, user_id }) => ({ token: tokenOf(user_id), params: { id } }),
  }),
  list(invoices.getInvoicePdf, {
    subjects: invoicesOfAgents,
    maxClients: DRAWINGS_AT_ONCE,
    ask: ({ tokenOf }, { id, user_id }) => ({ token: tokenOf(user_id), params: { id } }),
  }),
  list(listPlans, { ask: asAgent }),
  list(getAllPlansOfUser, { ask: (world) => ({ ...asAgent(world), query: {} }) }),
  list(getOrder, {
    subjects: ordersOfAgents,
    ask: ({ tokenOf }, { id, user_id }) => ({ token: tokenOf(user_id), params: { orderId: id } }),
  }),
  list(listLeadCosts, { ask: asAgent }),
  list(getDashboard, { ask: asAdmin }),
  list(me, { ask: asAgent }),
  list(listOwnSessions, { ask: asAgent }),
  list(getTwoFactor, { ask: asAdmin }),
  list(users.getUserById, {
    ask: (world) => ({ ...asAdmin(world), params: { id: world.agent().id } }),
  }),
  list(users.getUserKyc, {
    subjects: found<{ id: string }>('select id from users where kyc_file is not null limit $1'),
    ask: (world, { id }) => ({ ...asAdmin(world), params: { userId: id } }),
  }),
  list(findPersonalData, {
    grows: 'leads are looked through',
    subjects: askers,
    ask: (world, { phone }) => ({ ...asAdmin(world), body: { phone } }),
  }),
  list(exportPersonalData, {
    grows: 'leads are looked through',
    subjects: askers,
    ask: (world, { phone }) => ({ ...asAdmin(world), body: { phone } }),
  }),
]
