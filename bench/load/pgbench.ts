import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '../environment.ts'
import { AGENT_ID_PREFIX, LEAD_COST_PAISE, LEAD_ID_PREFIX, numberedSql } from '../fill.ts'
import { type Latency, latencyOf } from '../statistics.ts'

const run = promisify(execFile)

export const HOW_TO_GET_PGBENCH =
  'pgbench is not on this machine: it comes with PostgreSQL (Debian and Ubuntu: the package postgresql-15 or newer, macOS: brew install postgresql).'

/**
 * The purchase as the server makes it: the same function, a new idempotency key, new ids, and the same agents and leads
 * in the same order as the HTTP load.
 */
const BUY_SCRIPT = `
\\set turn :turn + 1
\\set lead :first_lead + :client_id * :per_client + :turn
\\set agent (:client_id + :turn * :clients) % :agents
select * from buy_lead(uuidv7(), uuidv7(), ${numberedSql(AGENT_ID_PREFIX, ':agent::bigint')},
  ${numberedSql(LEAD_ID_PREFIX, ':lead::bigint')}, ${LEAD_COST_PAISE}, null, gen_random_uuid()::text,
  '\\x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'::bytea,
  gen_random_uuid()::text, '127.0.0.1');
`

/** A version 7 UUID of the current time, which PostgreSQL before 18 cannot generate. */
export const UUIDV7_SQL = `
create function uuidv7() returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid
$$`

export type PgbenchRun = {
  pgbench: string
  databaseUrl: string
  /** Folder of the script and the log. */
  folder: string
  clients: number
  perClient: number
  firstLead: number
  agents: number
}

/**
 * Makes `clients` × `perClient` purchases with pgbench, prepared once per connection.
 * @throws Error if a purchase fails
 */
export async function runPgbench(
  options: PgbenchRun,
): Promise<{ perSecond: number; latency: Latency }> {
  const { clients, perClient, firstLead, agents } = options
  const { done, ...run } = await runScript(options, BUY_SCRIPT, {
    until: `--transactions=${perClient}`,
    variables: { turn: -1, first_lead: firstLead, per_client: perClient, clients, agents },
  })
  if (done !== clients * perClient) {
    throw new Error(`pgbench made ${done} of ${clients * perClient} purchases`)
  }
  return run
}

/** The smallest possible write: commits one row. */
const COMMIT_SCRIPT = `insert into bare_commits (note) values (repeat('x', 300));`

/** Commits single rows with pgbench, `perClient` on each connection. */
export async function runCommits(
  options: Pick<PgbenchRun, 'pgbench' | 'databaseUrl' | 'folder' | 'clients' | 'perClient'>,
): Promise<{ perSecond: number; latency: Latency }> {
  await withClient(options.databaseUrl, (client) =>
    client.query('create table if not exists bare_commits (note text not null)'),
  )
  return runScript(options, COMMIT_SCRIPT, { until: `--transactions=${options.perClient}` })
}

/**
 * Runs a script on `clients` connections, prepared once on each.
 * @param how.until the option that ends the run
 * @throws Error if a transaction fails
 */
async function runScript(
  on: Pick<PgbenchRun, 'pgbench' | 'databaseUrl' | 'folder' | 'clients'>,
  text: string,
  { until, variables = {} }: { until: string; variables?: Record<string, number> },
): Promise<{ done: number; perSecond: number; latency: Latency }> {
  const { pgbench, folder, clients } = on
  const script = join(folder, 'pgbench.sql')
  const prefix = join(folder, 'pgbench-log')
  await writeFile(script, text)
  const url = new URL(on.databaseUrl)
  const { stdout, stderr } = await run(
    pgbench,
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--file=${script}`,
      `--client=${clients}`,
      '--jobs=1',
      until,
      '--log',
      `--log-prefix=${prefix}`,
      ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
    ],
    {
      env: {
        PATH: process.env.PATH,
        PGHOST: url.searchParams.get('host') ?? url.hostname,
        PGPORT: url.port || '5432',
        PGUSER: decodeURIComponent(url.username),
        PGPASSWORD: decodeURIComponent(url.password),
        PGDATABASE: url.pathname.slice(1),
        PGOPTIONS: url.searchParams.get('options') ?? '',
      },
    },
  )
  const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
  const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0)
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (failed > 0 || !(done > 0 && perSecond > 0)) {
    throw new Error(`pgbench failed in ${failed} of ${done + failed} transactions: ${stderr}`)
  }
  return { done, perSecond, latency: latencyOf(await readDurations(folder)) }
}

/** Reads pgbench's log, whose third field is the duration in microseconds, and deletes it. */
async function readDurations(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('pgbench-log'))
  const durations: number[] = []
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const line of text.split('\n')) {
      const microseconds = line.split(' ', 3)[2]
      if (microseconds) durations.push(Number(microseconds) / 1000)
    }
    await rm(join(folder, name))
  }
  return durations
}
