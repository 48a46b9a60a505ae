import type pg from 'pg'
import { cpuBetween, readCpuTimes } from './database-cpu.ts'
import { databasePid, withClient, withNewDatabase } from './environment.ts'
import {
  type Agent,
  addAgents,
  addManyLeads,
  LEAD_ID_PREFIX,
  leadId,
  numberedSql,
  settle,
} from './fill.ts'
import type { HttpConnection } from './load/http-connection.ts'
import { getRequest, postRequest } from './load/requests.ts'
import { readNumbers } from './options.ts'
import { withProduct } from './product.ts'
import { latencyOf } from './statistics.ts'

// Measures the pipeline of an agent with many purchases, one request at a time: `node bench/pipeline.ts`. It exits with 1 if the
// p99 of the board or of a list is above 100 ms. The other agents together have the same number of purchases.

const maxP99Ms = 100
const AGENTS = 50

const { leads, purchases, requests, port, folder } = readNumbers({
  leads: 1_000_000,
  purchases: 10_000,
  requests: 300,
  port: 24_200,
})

/** Requests of the screens. The limit applies to requests that an agent waits for when a screen opens. */
const reads: readonly { name: string; path: string; isLimited: boolean }[] = [
  { name: 'board', path: '/api/pipeline', isLimited: true },
  { name: 'next page of a column', path: '/api/pipeline/columns/new', isLimited: true },
  { name: 'list', path: '/api/pipeline/cards', isLimited: true },
  { name: 'list, page 100', path: '/api/pipeline/cards?page=100', isLimited: true },
  { name: 'list by follow-up', path: '/api/pipeline/cards?sort=followUp', isLimited: true },
  { name: 'list, due', path: '/api/pipeline/cards?followUp=due', isLimited: true },
  { name: 'list, text search', path: '/api/pipeline/cards?search=asha', isLimited: true },
  { name: 'list, destination', path: '/api/pipeline/cards?destination=goa', isLimited: true },
  { name: 'follow-ups', path: '/api/pipeline/followUps', isLimited: true },
  { name: 'worth by destination', path: '/api/pipeline/worth', isLimited: false },
  { name: 'worth by month', path: '/api/pipeline/worth?by=month', isLimited: false },
]

let database = 0

await withNewDatabase('pipeline', folder, async (databaseUrl, environment) => {
  const startedAt = performance.now()
  const agent = await withClient(databaseUrl, fill)
  console.log(
    `filled ${leads} leads and ${purchases} purchases of one agent in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  database = await databasePid(environment)
  await withProduct({ port, databaseUrl, folder: environment.folder }, async (connection) => {
    for (const { name, path, isLimited } of reads) {
      const request = getRequest(path, agent.token)
      await measure(connection, { name, isLimited }, () => request)
    }
    await measureMoves(connection, agent)
  })
})

async function measureMoves(connection: HttpConnection, { token }: Agent): Promise<void> {
  // Purchases of leads whose number ends in 9 have no card yet (see `addCards`).
  const moves = Array.from({ length: requests }, (_, at) =>
    postRequest(`/api/pipeline/cards/${leadId(at * 10 + 9)}/move`, {
      body: { to: 'contacted', version: 0 },
      token,
      key: String(at),
    }),
  )
  let next = 0
  await measure(connection, { name: 'move', isLimited: true }, () => moves[next++] ?? '')
}

async function measure(
  connection: HttpConnection,
  { name, isLimited }: { name: string; isLimited: boolean },
  build: () => string,
): Promise<void> {
  const durations: number[] = []
  const cpuBefore = await readCpuTimes(database)
  for (let at = 0; at < requests; at += 1) {
    const request = build()
    const sentAt = performance.now()
    const { status, body } = await connection.send(request)
    durations.push(performance.now() - sentAt)
    if (status >= 300) throw new Error(`the product returned ${status}: ${body?.toString('utf8')}`)
  }
  const cpuMs = cpuBetween(cpuBefore, await readCpuTimes(database)) / requests
  const { p50Ms, p99Ms } = latencyOf(durations)
  const limit = isLimited ? ` (limit ${maxP99Ms} ms)` : ''
  console.log(
    `${name}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${limit}, ${cpuMs.toFixed(1)} ms of the database's CPU`,
  )
  if (isLimited && p99Ms > maxP99Ms) process.exitCode = 1
}

/** @returns the agent with the purchases */
async function fill(client: pg.Client): Promise<Agent> {
  const [agent, ...others] = await addAgents(client, AGENTS)
  if (!agent) throw new Error('no agent was added')
  await addManyLeads(client, { count: leads, verifiedShare: 0.15 })
  const buySql = `select count(*) from (
    select buy_lead(gen_random_uuid(), gen_random_uuid(), ($1::uuid[])[1 + n % cardinality($1::uuid[])],
      ${numberedSql(LEAD_ID_PREFIX, 'n')}, null, 'wallet', null, null, null, null)
    from generate_series($2::integer, $3::integer) n) bought`
  await client.query(buySql, [[agent.userId], 0, purchases - 1])
  const otherIds = others.map(({ userId }) => userId)
  await client.query(buySql, [otherIds, purchases, 2 * purchases - 1])
  await client.query(`update purchases p set created_at = l.created_at + interval '1 hour'
    from leads l where l.id = p.lead_id`)
  await addCards(client)
  await settle(client)
  return agent
}

/**
 * Nine of ten purchases have a card, two notes and three contacts. Every third card that is not in Lost has a
 * follow-up. Cards in Quoted, Won and Lost have a quote with two versions, each opened by the traveller and with a
 * question.
 */
async function addCards(client: pg.Client): Promise<void> {
  await client.query(`
    insert into pipeline_cards (purchase_id, user_id, stage, stage_since, follow_up_on, lost_reason, version)
    select id, user_id, stage, created_at + interval '1 day',
      case when stage <> 'lost' and n % 3 = 0 then current_date - 5 + (n % 60)::integer end,
      case when stage = 'lost' then 'other' end, 1
    from (
      select p.id, p.user_id, p.created_at, l.n,
        (array['new', 'contacted', 'contacted', 'quoted', 'quoted', 'won', 'lost', 'lost', 'lost'])[1 + l.n % 10] as stage
      from purchases p join (
        select id, ('x' || right(id::text, 12))::bit(48)::bigint as n from leads where status = 'sold'
      ) l on l.id = p.lead_id
    ) bought where stage is not null`)
  await client.query(`
    insert into pipeline_moves (id, purchase_id, from_stage, to_stage, cause, by_user_id, from_since)
    select gen_random_uuid(), purchase_id, 'new', stage, 'agent', user_id, stage_since from pipeline_cards where stage <> 'new'`)
  await client.query(`
    insert into purchase_notes (id, purchase_id, by_user_id, text)
    select gen_random_uuid(), purchase_id, user_id, 'Wants a pool and a view of the sea. Decides after the weekend.'
    from pipeline_cards, generate_series(1, 2)`)
  await client.query(`
    insert into contact_attempts (id, purchase_id, by_user_id, channel, outcome, outcome_at)
    select gen_random_uuid(), purchase_id, user_id, 'call', 'no-answer', now() from pipeline_cards, generate_series(1, 3)`)
  await client.query(`
    insert into quotes (id, purchase_id, user_id)
    select gen_random_uuid(), purchase_id, user_id from pipeline_cards where stage in ('quoted', 'won', 'lost')`)
  await client.query(`
    insert into quote_versions (quote_id, number, status, gst, gst_percent, sent_at, ended_at, valid_until, agency_company,
      agency_agent, agency_email)
    select id, number, case number when 1 then 'replaced' else 'sent' end, 'none', 0, now(),
      case number when 1 then now() end, current_date + 7, 'Company', 'Agent', 'agent@bench.example'
    from quotes, generate_series(1, 2) number`)
  await client.query(
    'insert into quote_views (quote_id, number) select quote_id, number from quote_versions',
  )
  await client.query(`
    insert into quote_answers (id, quote_id, number, kind, text)
    select gen_random_uuid(), quote_id, number, 'question', 'Is breakfast included?' from quote_versions`)
}
