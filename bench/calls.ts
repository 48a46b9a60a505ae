import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { previewQuery } from '../contract/src/return-policy.ts'
import { firstTerms } from '../server/src/testing/factories.ts'
import { type Agent, leadId } from '../server/src/testing/load/fill.ts'
import type { BusinessDatabase } from './environment.ts'
import { buy, fresh, get, type Request, send, write } from './load.ts'

/** A call, with requests for a database. */
export type Call = { name: string; requests: Request[] }

/** Records for the path parameters, by the start of the path. A record with `user_id` is requested by that agent. */
const recordsByPath: Record<string, string> = {
  '/api/auth/getUserById/': `select id from users where role = 'user'`,
  '/api/auth/users/': `select id from users where role = 'user'`,
  '/api/leadReplacement/getReplacementRequestOfUserById/': `select id from users where role = 'user'`,
  '/api/leadReplacement/returnRate/': 'select lead_id as id, user_id from purchases',
  '/api/leads/getUserLead/': `select id from users where role = 'user'`,
  '/api/leads/': `select id from leads where status = 'buy' and (email_verified_at is not null or phone_verified_at is not null)`,
  '/api/imports/': 'select id from imports',
  '/api/invoices/': 'select id from invoices',
  '/api/pipeline/cards/': 'select lead_id as id, user_id from purchases',
  '/api/pipeline/columns/': `select 'new' as id`,
  '/api/purchases/': 'select id, user_id from purchases',
  '/api/razorPay/orders/': 'select gateway_order_id as id, user_id from orders',
  '/api/razorPay/payments/': `select id from payments where status = 'captured'`,
  '/api/sources/': 'select id from sources',
  '/api/transactions/timeline/': 'select id from orders',
  '/api/webhooks/': 'select id, user_id from webhooks',
  '/api/transactions/user/': `select id from users where role = 'user'`,
}

/** The setting of the servers that are measured. */
export const metaVerifyToken = 'the-token-of-the-bench'

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const ofOneDay = `startDate=${yesterday}&endDate=${yesterday}`
/** Queries of calls that need one. */
const queries: Record<string, string> = {
  exportInvoices: ofOneDay,
  exportStatement: ofOneDay,
  exportTransactions: ofOneDay,
  findRecords: 'search=goa',
  findUnpaidOrders: 'search=agent',
  followLeadEvents: 'once=true',
  getRevenue: `by=destination&from=${yesterday}&to=${yesterday}`,
  listLeadOrigins: `ids=${leadId(9)}`,
  previewLeadCost: 'type=domestic&price=60',
  previewPriceAgeing: 'domestic=30:20,60:40&international=',
  verifyMetaWebhook: `hub.mode=subscribe&hub.verify_token=${metaVerifyToken}&hub.challenge=1`,
  previewReturnPolicy: String(new URLSearchParams(previewQuery(firstTerms))),
}

type Described = { operationId: string; description?: string }

/**
 * All GET calls of the product's OpenAPI document, each with requests of different users.
 * @returns the calls, and the names of those without a record to request
 */
export async function readCalls(
  port: number,
  { business, client, count }: { business: BusinessDatabase; client: pg.Client; count: number },
): Promise<{ calls: Call[]; skipped: string[] }> {
  const document = JSON.parse(await send(port, get('/api/docs/json')))
  const paths = Object.entries<{ get?: Described }>(document.paths)
  const calls: Call[] = []
  const skipped: string[] = []
  const readers: Agent[] = []
  // Several, because each key has a limit of requests.
  for (const agent of business.agents.slice(0, 20)) readers.push(await makeReader(client, agent))
  for (const [path, { get: described }] of paths) {
    if (!described || !path.startsWith('/api/')) continue
    const { operationId: name, description } = described
    const isOfRecord = path.includes('{')
    const users = description?.startsWith('For programs')
      ? readers
      : description?.startsWith('For admins.') ||
          (isOfRecord && !description?.startsWith('For agents.'))
        ? business.admins
        : business.agents
    const records = isOfRecord ? await readRecords(client, path, users) : [{ id: '' }]
    const query = queries[name] ? `?${queries[name]}` : ''
    const requests = Array.from({ length: records.length > 0 ? count : 0 }, (_, at) => {
      const { id, user } = records[at % records.length] ?? { id: '' }
      return get(path.replace(/\{\w+\}/, id) + query, user ?? users[at % users.length], fresh)
    })
    if (requests[0] && (await exists(port, requests[0]))) calls.push({ name, requests })
    else skipped.push(name)
  }
  return { calls, skipped }
}

/** A key of an agent, with which programs make calls. */
async function makeReader(client: pg.Client, agent: Agent): Promise<Agent> {
  const token = randomUUID()
  const hash = createHash('sha256').update(token).digest()
  await client.query(
    `insert into api_keys (id, key_hash, name, scopes, user_id) values ($1, $2, 'Bench', '{purchases:read}', $3)`,
    [randomUUID(), hash, agent.userId],
  )
  return { ...agent, token }
}

/** Whether the user has what the request names, such as a document. */
async function exists(port: number, { path, ...init }: Request): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  await response.arrayBuffer()
  return response.status !== 404
}

async function readRecords(
  client: pg.Client,
  path: string,
  users: readonly Agent[],
): Promise<{ id: string; user?: Agent | undefined }[]> {
  const sql = Object.entries(recordsByPath).find(([start]) => path.startsWith(start))?.[1]
  if (!sql) return []
  const byId = new Map(users.map((user) => [user.userId, user]))
  const { rows } = await client.query<{ id: string; user_id?: string }>(
    sql.includes('user_id')
      ? `select * from (${sql}) owned where user_id = any ($1) limit 100`
      : `select * from (${sql}) records where $1::uuid[] is not null limit 100`,
    [[...byId.keys()]],
  )
  return rows.map(({ id, user_id }) => ({ id, user: byId.get(user_id ?? '') }))
}

let travellers = 0
/** A traveller who has sent no enquiry. */
function newTraveller() {
  travellers += 1
  return {
    name: 'Asha Rao',
    city: 'Pune',
    destination: 'Goa',
    travelDays: 5,
    travelNights: 4,
    adult: 2,
    tripType: 'Family',
    phone: `+9185${String(travellers).padStart(8, '0')}`,
    email: `traveller${travellers}@travellers.example`,
  }
}

/** Calls that change data, each with `count` requests that are sent once. */
export function writeCalls(
  { agents, admins }: BusinessDatabase,
  leads: Iterator<string>,
  count: number,
): Call[] {
  const make = (name: string, users: readonly Agent[], request: (user: Agent) => Request) => ({
    name,
    requests: Array.from({ length: count }, (_, at) => request(users[at % users.length] as Agent)),
  })
  return [
    make('createEnquiry', agents, () =>
      write('POST', '/api/enquiries', { body: { ...newTraveller(), consent: true } }),
    ),
    make('createLead', admins, (user) =>
      write('POST', '/api/leads', { user, body: newTraveller() }),
    ),
    make('createContactMessage', agents, () => {
      const { name, email } = newTraveller()
      const body = { name, email, message: 'Do you plan trips to Ladakh?' }
      return write('POST', '/api/contact', { body })
    }),
    make('setLeadPreferences', agents, (user) =>
      write('PUT', '/api/leadPreferences', {
        user,
        body: { destinations: ['Goa'], quickFilters: ['available'] },
      }),
    ),
    make('createSavedSearch', agents, (user) =>
      write('POST', '/api/savedSearches', { user, body: { name: 'Goa', destination: 'Goa' } }),
    ),
    make('buyLead', agents, (user) => buy(leads.next().value, user)),
  ]
}
