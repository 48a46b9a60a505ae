import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openEnvironment, withClient } from './environment.ts'
import { addAgents, addLeads, agentId, LEAD_COST_PAISE, leadId, settle } from './fill.ts'
import { positiveInteger } from './options.ts'
import { median } from './statistics.ts'

// Measures what each part of a purchase costs: `node bench/purchase-parts.ts`. Each variant is a database in which one part
// of `buy_lead` has been removed. It prints the CPU time of the connection's database process and the write-ahead log.

const AGENTS = 200

type Variant = {
  without: string
  /** Removes the part from a database. */
  remove?: (client: pg.Client) => Promise<unknown>
  /** Purchases have no idempotency key. */
  hasNoKey?: boolean
}

const VARIANTS: Variant[] = [
  { without: 'nothing' },
  { without: 'the idempotency key', hasNoKey: true },
  {
    without: 'the audit row',
    remove: (client) => removeText(client, 'buy_lead', /insert into audit_log[^;]*;/),
  },
  {
    without: 'the purchase row',
    remove: (client) => removeText(client, 'buy_lead', /insert into purchases[^;]*;/),
  },
  {
    without: 'the counts of leads',
    remove: (client) => client.query('drop trigger leads_counted_update on leads'),
  },
  {
    without: 'the counts of transactions',
    remove: (client) => client.query('drop trigger journal_entries_recorded on journal_entries'),
  },
  {
    without: 'the foreign keys of purchases, entries and postings',
    remove: (client) => dropConstraints(client, 'f', ['purchases', 'journal_entries', 'postings']),
  },
  {
    without: 'the checks of leads, accounts, entries and purchases',
    remove: (client) =>
      dropConstraints(client, 'c', ['leads', 'accounts', 'journal_entries', 'purchases']),
  },
  {
    without: 'every index on leads except the primary key',
    remove: (client) => dropIndexes(client, 'leads', ''),
  },
  {
    without: 'the indexes on leads that only sold leads are in',
    remove: (client) => dropIndexes(client, 'leads', 'leads_sold'),
  },
]

async function removeText(client: pg.Client, name: string, part: RegExp): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    'select pg_get_functiondef($1::regproc) as text',
    [name],
  )
  const text = rows[0]?.text ?? ''
  if (!part.test(text)) throw new Error(`${name} does not contain ${part}`)
  await client.query(text.replace(part, ''))
}

async function dropConstraints(client: pg.Client, kind: 'c' | 'f', tables: string[]) {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where contype = $2 and conrelid = any ($1::regclass[])`,
    [tables, kind],
  )
  for (const { statement } of rows) await client.query(statement)
}

async function dropIndexes(client: pg.Client, table: string, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = $1::regclass and not indisprimary and starts_with(indexrelid::regclass::text, $2)`,
    [table, prefix],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
}

type Cost = { cpuMicroseconds: number; walBytes: number }

/** Buys leads one after the other on one connection, each in its own transaction. */
async function measure(
  databaseUrl: string,
  purchases: { first: number; count: number; hasNoKey: boolean },
): Promise<Cost> {
  const { first, count, hasNoKey } = purchases
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    const buy = (n: number) =>
      client.query({
        name: 'buy',
        text: 'select * from buy_lead(uuidv7(), uuidv7(), $1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          agentId(n % AGENTS),
          leadId(n),
          LEAD_COST_PAISE,
          null,
          hasNoKey ? null : crypto.randomUUID(),
          hasNoKey ? null : Buffer.alloc(32, n),
          crypto.randomUUID(),
          '127.0.0.1',
        ],
      })
    // The first purchases plan the statements and read the pages of the indexes.
    const warmUp = Math.ceil(count / 4)
    for (let n = first; n < first + warmUp; n += 1) await buy(n)
    const before = await readCost(client, pid)
    for (let n = first + warmUp; n < first + count; n += 1) await buy(n)
    const after = await readCost(client, pid)
    const measured = count - warmUp
    return {
      cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / measured,
      walBytes: (after.walBytes - before.walBytes) / measured,
    }
  })
}

async function readCost(client: pg.Client, pid: number): Promise<Cost> {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`,
  )
  const schedule = await readFile(`/proc/${pid}/schedstat`, 'utf8')
  return {
    cpuMicroseconds: Number(schedule.split(' ')[0]) / 1000,
    walBytes: Number(rows[0]?.bytes),
  }
}

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '50000' },
    purchases: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
})
const purchases = positiveInteger('--purchases', options.purchases)
const rounds = positiveInteger('--rounds', options.rounds)
const leads = Math.max(positiveInteger('--leads', options.leads), purchases * rounds)

const variants = VARIANTS.filter(({ without }) => without.includes(options.only))
const environment = await openEnvironment({ folder: undefined, databaseUrl: undefined })
try {
  await withClient(await environment.createDatabase('parts'), async (client) => {
    await addAgents(client, AGENTS)
    await addLeads(client, { first: 0, count: leads })
    await settle(client)
  })
  const costs = new Map<Variant, Cost[]>(variants.map((variant) => [variant, []]))
  const urls = new Map<Variant, string>()
  for (const [at, variant] of variants.entries()) {
    const url = await environment.copyDatabase('parts', `parts_${at}`)
    await withClient(url, async (client) => variant.remove?.(client))
    urls.set(variant, url)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [variant, url] of urls) {
      const cost = await measure(url, {
        first: round * purchases,
        count: purchases,
        hasNoKey: variant.hasNoKey ?? false,
      })
      costs.get(variant)?.push(cost)
    }
  }
  console.log(`${'without'.padEnd(56)} CPU µs  WAL bytes`)
  for (const [variant, list] of costs) {
    const cpu = median(list.map((cost) => cost.cpuMicroseconds)).toFixed(0)
    const wal = median(list.map((cost) => cost.walBytes)).toFixed(0)
    console.log(`${variant.without.padEnd(56)} ${cpu.padStart(6)}  ${wal.padStart(9)}`)
  }
} finally {
  await environment.close()
}
