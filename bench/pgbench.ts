import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  agentIdPrefix,
  leadCostPaise,
  leadIdPrefix,
  numberedSql,
} from '../server/src/testing/load/fill.ts'

/** The purchase as the server makes it: the same function, a new idempotency key and new ids. */
const purchaseScript = `
\\set round :round + 1
\\set lead :first_lead + :client_id * :per_client + :round
\\set agent (:client_id + :round * :clients) % :agents
select * from buy_lead(uuidv7(), uuidv7(), ${numberedSql(agentIdPrefix, ':agent::bigint')},
  ${numberedSql(leadIdPrefix, ':lead::bigint')}, ${leadCostPaise}, null, gen_random_uuid()::text,
  '\\x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'::bytea,
  gen_random_uuid()::text, '127.0.0.1');
`

/** The numbers of leads and agents of a run. Client c buys the leads from firstLead + c × perClient. */
export type Purchases = { clients: number; perClient: number; firstLead: number; agents: number }

/**
 * Makes `clients` × `perClient` purchases with pgbench, prepared once per connection.
 * @param folder of the script
 * @returns purchases per second
 * @throws Error if pgbench is not installed or a purchase fails
 */
export async function buyWithPgbench(
  databaseUrl: string,
  folder: string,
  { clients, perClient, firstLead, agents }: Purchases,
): Promise<number> {
  const script = join(folder, 'pgbench.sql')
  await writeFile(script, purchaseScript)
  const variables = { round: -1, first_lead: firstLead, per_client: perClient, clients, agents }
  const url = new URL(databaseUrl)
  const { stdout, stderr } = await promisify(execFile)(
    'pgbench',
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--file=${script}`,
      `--client=${clients}`,
      `--transactions=${perClient}`,
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
      },
    },
  ).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      'pgbench is not installed. It is part of PostgreSQL: apt-get install postgresql-contrib, or brew install postgresql.',
    )
  })
  const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
  if (done !== clients * perClient) {
    throw new Error(`pgbench made ${done} of ${clients * perClient} purchases: ${stderr}`)
  }
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}
