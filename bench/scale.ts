import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readConfig } from '../server/src/config/index.ts'
import { lockDataFolder } from '../server/src/platform/database/data-folder-lock.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { makeFolder, withClient } from './environment.ts'
import { type Agent, settle } from './fill.ts'
import { addBusiness } from './fill-business.ts'
import { optionsOrUsage, positiveInteger } from './options.ts'
import {
  measureAudits,
  measureProduct,
  measureVacuum,
  printSizes,
  timed,
} from './scale-measurements.ts'
import { sealAllDays } from './seal-all-days.ts'

// Measures what grows with the number of leads: `node bench/scale.ts`. The database has sales, transactions, enquiries and audit
// entries in proportion to its leads (`fill-business.ts`). It measures growth. `npm run bench` measures speed.

const AGENTS = 200
const VERIFIED_SHARE = 0.15

const USAGE = `node bench/scale.ts [options]
  --leads 10000,1000000  numbers of leads, one database each
  --requests 40          requests for each list
  --sales 100000         sales before the vacuum, at most a tenth of the leads
  --folder …             folder that keeps the databases for later runs (default: a new one, removed at the end)
  --only lists,…         of fill, lists, audit, vacuum (default: all)
  --port 8078            port of the product`

const PARTS = ['fill', 'lists', 'audit', 'vacuum'] as const

const run = optionsOrUsage(readOptions, USAGE)
for (const leads of run.sizes) {
  console.log(`\n${leads.toLocaleString('en-IN')} leads`)
  const folder = run.folder ? join(run.folder, String(leads)) : await makeFolder('raahi-scale-')
  try {
    await mkdir(folder, { recursive: true })
    await measure(folder, leads)
  } finally {
    if (run.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string, leads: number): Promise<void> {
  const lock = await lockDataFolder(folder)
  const embedded = await startEmbeddedPostgres(lock, { onNotice: console.error })
  try {
    await migrate(embedded.connectionString)
    await fillOnce(embedded, leads)
    const databaseUrl = embedded.connectionString
    const of = { ...run, databaseUrl, folder, database: embedded.pid() ?? 0 }
    await withClient(databaseUrl, printSizes)
    if (run.parts.includes('lists')) {
      const agents = await withClient(databaseUrl, createSessions)
      await measureProduct({ ...of, agents, leads })
    }
    if (run.parts.includes('audit')) await measureAudits(of)
    if (run.parts.includes('vacuum')) {
      await measureVacuum({ ...of, sales: Math.min(run.sales, Math.floor(leads / 10)) })
    }
  } finally {
    await embedded.stop()
    await lock.release()
  }
}

/** Adds the data if a kept folder has none. */
async function fillOnce(embedded: EmbeddedPostgres, leads: number): Promise<void> {
  const { connectionString } = embedded
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query('select from leads limit 1')
    if (rows.length > 0) return
    const of = { database: embedded.pid() ?? 0 }
    const { seller, sac } = readConfig({}).invoices
    await timed('filling', of, () =>
      addBusiness(client, { leads, seller, sac, verifiedShare: VERIFIED_SHARE }),
    )
    await timed('sealing all days', of, () => sealAllDays(connectionString))
    await settle(client)
  })
}

/** Creates a session for some of the agents, because a kept folder has only the hashes of earlier tokens. */
async function createSessions(client: pg.Client): Promise<Agent[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from users where role = 'user' order by id limit $1`,
    [AGENTS],
  )
  const agents = rows.map(({ id }) => ({
    userId: id,
    token: randomBytes(32).toString('base64url'),
  }))
  await client.query(
    `with opened as (
       insert into sessions (id, user_id)
       select gen_random_uuid(), id from unnest($1::uuid[]) as given (id) returning id, user_id
     )
     insert into session_tokens (token_hash, session_id, kind, expires_at)
     select hash, opened.id, 'access', now() + interval '1 day'
     from opened join unnest($1::uuid[], $2::bytea[]) as given (id, hash) on given.id = user_id`,
    [
      rows.map(({ id }) => id),
      agents.map(({ token }) => createHash('sha256').update(token).digest()),
    ],
  )
  return agents
}

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      leads: { type: 'string', default: '10000,1000000' },
      requests: { type: 'string', default: '40' },
      sales: { type: 'string', default: '100000' },
      folder: { type: 'string' },
      only: { type: 'string', default: PARTS.join(',') },
      port: { type: 'string', default: '8078' },
    },
  })
  return {
    sizes: values.leads.split(',').map((text) => positiveInteger('--leads', text)),
    requests: positiveInteger('--requests', values.requests),
    sales: positiveInteger('--sales', values.sales),
    folder: values.folder,
    parts: PARTS.filter((part) => values.only.split(',').includes(part)),
    port: positiveInteger('--port', values.port),
  }
}
