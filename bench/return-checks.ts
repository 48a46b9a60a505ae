import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { cpuBetween, readCpuTimes } from './database-cpu.ts'
import {
  databasePid,
  requireAllInvariantsHold,
  withClient,
  withNewDatabase,
} from './environment.ts'
import { type Agent, addAgents, addManyLeads, LEAD_COST_PAISE, leadId, settle } from './fill.ts'
import type { HttpConnection } from './load/http-connection.ts'
import { buyRequest, postRequest } from './load/requests.ts'
import { readNumbers } from './options.ts'
import { withProduct } from './product.ts'
import { latencyOf } from './statistics.ts'

// Measures a replacement request with its automatic checks, one at a time: `node bench/return-checks.ts`. It exits with 1 if
// p99 is above 50 ms. Every second lead shares its phone number with up to 40 sold leads.

const maxP99Ms = 50
const AGENTS = 50
const SOLD_SHARE = 0.3
const VERIFIED_SHARE = 0.15
/** Sold leads with the same contact. A contact of more than 50 leads counts as a placeholder and proves nothing. */
const LEADS_PER_CONTACT = 40

const { leads, requests, port, folder } = readNumbers({
  leads: 1_000_000,
  requests: 600,
  port: 24_740,
})

await withNewDatabase('return_checks', folder, async (databaseUrl, environment) => {
  const startedAt = performance.now()
  const { agents, forSale } = await withClient(databaseUrl, fill)
  console.log(`filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  await withProduct({ port, databaseUrl, folder: environment.folder }, async (connection) => {
    const durations: number[] = []
    let approved = 0
    let cpuMs = 0
    const database = await databasePid(environment)
    for (const [at, id] of forSale.entries()) {
      const { token = '' } = agents[at % agents.length] ?? {}
      const bought = { leadId: id, costRupees: LEAD_COST_PAISE / 100, token }
      await send(connection, buyRequest(bought))
      const body = { leadId: id, reason: 'Wrong number: it rings in an office' }
      const path = '/api/leadReplacement/requestLeadReplacement'
      const request = postRequest(path, { body, token, key: randomUUID() })
      const cpuBefore = await readCpuTimes(database)
      const sentAt = performance.now()
      const answer = await send(connection, request)
      durations.push(performance.now() - sentAt)
      cpuMs += cpuBetween(cpuBefore, await readCpuTimes(database))
      if (answer.includes('"decidedHow":"check"')) approved += 1
    }
    const { p50Ms, p99Ms } = latencyOf(durations)
    console.log(
      `${leads} leads, ${requests} requests with checks, ${approved} approved by a check: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (limit ${maxP99Ms} ms), ${(cpuMs / requests).toFixed(1)} ms of the database's CPU`,
    )
    if (p99Ms > maxP99Ms) process.exitCode = 1
    await requireAllInvariantsHold(databaseUrl)
  })
})

async function send(connection: HttpConnection, request: string): Promise<string> {
  const { status, body } = await connection.send(request, true)
  const text = body?.toString('utf8') ?? ''
  if (status >= 300) throw new Error(`the product returned ${status}: ${text}`)
  return text
}

/** @returns the agents, and the leads to buy and to return, newest first */
async function fill(client: pg.Client): Promise<{ agents: Agent[]; forSale: string[] }> {
  const agents = await addAgents(client, AGENTS)
  const shares = { soldShare: SOLD_SHARE, verifiedShare: VERIFIED_SHARE }
  await addManyLeads(client, { count: leads, ...shares })
  const numbers = Array.from({ length: leads }, (_, at) => leads - 1 - at)
  const forSale = numbers
    .filter((n) => (n * 7919) % 1000 >= 1000 * SOLD_SHARE)
    .slice(0, requests)
    .map(leadId)
  await shareContacts(
    client,
    forSale.filter((_, at) => at % 2 === 0),
  )
  await settle(client)
  return { agents, forSale }
}

/** Gives each of these leads the same phone number as `LEADS_PER_CONTACT` sold leads. */
async function shareContacts(client: pg.Client, ids: readonly string[]): Promise<void> {
  await client.query(
    `with given as (
       select id, row_number() over () - 1 as n from unnest($1::uuid[]) as given (id)
     ), sold as (
       select id, row_number() over (order by id) - 1 as n from leads
       where status = 'sold' order by id limit cardinality($1::uuid[]) * $2::integer
     ), contacts as (
       select id, n from given union all select id, n / $2::integer from sold
     )
     update leads set phone = '+9179' || lpad(contacts.n::text, 8, '0')
     from contacts where contacts.id = leads.id
       and not exists (select from lead_origins o where o.lead_id = leads.id)`,
    [ids, LEADS_PER_CONTACT],
  )
}
