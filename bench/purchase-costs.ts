import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openEnvironment, withClient, withSetting } from './environment.ts'
import {
  AGENT_ID_PREFIX,
  addAgents,
  addLeads,
  LEAD_COST_PAISE,
  LEAD_ID_PREFIX,
  numberedSql,
  settle,
} from './fill.ts'
import { positiveInteger } from './options.ts'
import { median } from './statistics.ts'

// What each part of a purchase costs inside the database: buys with the part and without it, in turns, on one
// connection, and compares the CPU time of its process and the write-ahead log. Both are steadier than the time
// that passes. Linux alone tells the CPU time. `node bench/purchase-costs.ts --rounds 7 --purchases 500`

const AGENTS = 50

/** Takes a part out: SQL that is rolled back after the round. */
const WITHOUT: Record<string, (sources: Sources) => string> = {
  'nothing (as it is)': () => '',
  'audit row': ({ buyLead }) => cut(buyLead, /insert into audit_log[\s\S]*?p_ip\);/),
  'idempotency key (lock, look-up, row)': ({ buyLead }) =>
    cut(buyLead, /if p_key is not null then/g, 'if false then'),
  'advisory lock of the key': ({ claim }) => cut(claim, /perform pg_advisory_xact_lock[^;]*;/),
  'counting trigger': () => 'alter table leads disable trigger leads_counted_update',
  'figures of transactions': () =>
    'alter table journal_entries disable trigger journal_entries_counted',
  'index of transactions': () => 'drop index journal_entries_newest',
  'foreign keys': () => `
    alter table purchases drop constraint purchases_lead_id_fkey,
      drop constraint purchases_user_id_fkey, drop constraint purchases_entry_id_fkey;
    alter table journal_entries drop constraint journal_entries_user_id_fkey;
    alter table postings drop constraint postings_entry_id_fkey`,
  'checks of the travel date': ({ buyLead }) =>
    cut(buyLead, /if l\.travel_date < day_in_india\([^;]*?then/g, 'if false then'),
  'condition of the trigger that marks expired leads': () =>
    'alter table leads disable trigger leads_expired_update',
  'look for a plan': ({ buyLead }) =>
    cut(buyLead, /if p_pay_with is distinct from 'wallet' then/, 'if false then'),
  'check that both accounts exist': ({ postTransfer }) =>
    cut(postTransfer, /if \(select count\(\*\) from accounts[\s\S]*?end if;/),
  'attempt to credit revenue as a wallet': ({ postTransfer }) =>
    cut(postTransfer, /for turn in 1\.\.2 loop/, 'for turn in debit_turn..debit_turn loop'),
  'check of the buyer’s status': ({ buyLead }) =>
    cut(buyLead, /perform from users where[\s\S]*?end if;/),
  'price look-up by function': ({ buyLead }) =>
    cut(buyLead, /v_price := lead_price_paise\(l\.lead_type\)/, `v_price := ${LEAD_COST_PAISE}`),
  'indexes on leads but the key': () => `
    drop index leads_newest, leads_for_sale_newest, leads_sold_newest, leads_travel_soonest,
      leads_travel_latest, leads_for_sale_by_type, leads_sold_by_cost, leads_available_newest,
      leads_available_by_type, leads_available_soonest, leads_expired_newest`,
}

type Sources = { buyLead: string; claim: string; postTransfer: string }
type Cost = { cpuMicroseconds: number; walBytes: number }

/** @throws Error where the function no longer has that part: the comparison would be with itself. */
function cut(source: string, part: RegExp, instead = ''): string {
  const without = source.replace(part, instead)
  if (without === source) throw new Error(`nothing to take out: ${part}`)
  return without
}

async function readSources(client: pg.Client): Promise<Sources> {
  const { rows } = await client.query<Sources>(`
    select pg_get_functiondef('buy_lead'::regproc) as "buyLead",
      pg_get_functiondef('claim_idempotency_key'::regproc) as claim,
      pg_get_functiondef('post_transfer'::regproc) as "postTransfer"`)
  const [sources] = rows
  if (!sources) throw new Error('the functions of a purchase are not there')
  return sources
}

/** CPU time of the connection's own process, in microseconds. */
async function cpuOf(pid: number): Promise<number> {
  const [nanoseconds = ''] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1000
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: number }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::bigint as at`,
  )
  return rows[0]?.at ?? 0
}

/** Buys the leads from `first` on, one after the other, each prepared and in its own transaction. */
async function buy(client: pg.Client, first: number, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await client.query({
      name: 'buy',
      text: `select * from buy_lead(uuidv7(), uuidv7(), ${numberedSql(AGENT_ID_PREFIX, '$1::bigint')},
        ${numberedSql(LEAD_ID_PREFIX, '$2::bigint')}, ${LEAD_COST_PAISE}, null,
        gen_random_uuid()::text, sha256('request'), gen_random_uuid()::text, '127.0.0.1')`,
      values: [turn % AGENTS, first + turn],
    })
  }
}

async function costOf(client: pg.Client, first: number, count: number): Promise<Cost> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  await buy(client, first, 100) // Plans are made in the first few.
  const wal = await walPosition(client)
  const cpu = await cpuOf(pid)
  await buy(client, first + 100, count)
  const cpuMicroseconds = ((await cpuOf(pid)) - cpu) / count
  return { cpuMicroseconds, walBytes: ((await walPosition(client)) - wal) / count }
}

/** Without one part, on a new copy of the database, so that every variant begins alike. */
async function measure(
  databaseUrl: string,
  without: (sources: Sources) => string,
  purchases: number,
): Promise<Cost> {
  return withClient(withSetting(databaseUrl, 'synchronous_commit=off'), async (client) => {
    const change = without(await readSources(client))
    if (change) await client.query(change)
    await client.query('checkpoint')
    return costOf(client, 0, purchases)
  })
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    purchases: { type: 'string', default: '500' },
    folder: { type: 'string' },
  },
})
const rounds = positiveInteger('--rounds', values.rounds)
const purchases = positiveInteger('--purchases', values.purchases)
const environment = await openEnvironment({ folder: values.folder, databaseUrl: undefined })
const template = await environment.createDatabase('costs_template')
await withClient(template, async (client) => {
  await addAgents(client, AGENTS)
  await addLeads(client, { first: 0, count: 20_000 })
  await settle(client)
})
const costs = new Map<string, Cost[]>()
for (let round = 0; round < rounds; round += 1) {
  // Each begins a round once: what comes first is measured differently.
  const parts = Object.entries(WITHOUT)
  const turn = round % parts.length
  for (const [part, without] of [...parts.slice(turn), ...parts.slice(0, turn)]) {
    const copy = await environment.copyDatabase('costs_template', 'costs')
    costs.set(part, [...(costs.get(part) ?? []), await measure(copy, without, purchases)])
  }
}
await environment.close()

const mid = (part: string, of: keyof Cost) =>
  median((costs.get(part) ?? []).map((cost) => cost[of]))
const [whole = ''] = Object.keys(WITHOUT)
const row = (part: string) => ({
  without: part,
  'CPU µs': Math.round(mid(part, 'cpuMicroseconds')),
  'CPU saved': Math.round(mid(whole, 'cpuMicroseconds') - mid(part, 'cpuMicroseconds')),
  'WAL bytes': Math.round(mid(part, 'walBytes')),
  'WAL saved': Math.round(mid(whole, 'walBytes') - mid(part, 'walBytes')),
})
console.table(Object.keys(WITHOUT).map(row))
