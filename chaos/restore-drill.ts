import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { findLosses } from '../bench/buyers/find-losses.ts'
import { type Outcome, startBuyers } from '../bench/buyers/start-buyers.ts'
import { makeFolder, withClient } from '../bench/environment.ts'
import { type Agent, addAgents, addLeads, leadId } from '../bench/fill.ts'
import { positiveInteger } from '../bench/options.ts'
import { startProduct } from '../bench/product.ts'
import { type DatabasePlace, databaseAt, PASSWORDS, startDatabase } from './topology/database.ts'
import { DEPLOY, type Part } from './topology/part.ts'
import { findPrograms } from './topology/programs.ts'
import { until } from './torture/processes.ts'

// Loses a database and restores it, with the scripts that docs/operations.md tells an operator to use: a base backup is
// taken while agents buy, an instant is noted, they go on buying, and the primary is gone with its disk. What is restored
// to the instant must hold every purchase before it, none after it, and whole books. Exits 1 where it does not.

const run = promisify(execFile)

const USAGE = `npm run restore-drill -- [options]
  --clients 16      agents that buy
  --seconds 5       how long they buy, before and after the backup and the instant each
  --leads 20000     leads in the database
  --folder …        where the databases and the backup are made (below the checkout)
  --port 8096       first of three ports on 127.0.0.1`

type Options = {
  clients: number
  seconds: number
  leads: number
  folder: string | undefined
  port: number
}

function readDrillOptions(): Options {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '5' },
      leads: { type: 'string', default: '20000' },
      folder: { type: 'string' },
      port: { type: 'string', default: '8096' },
    },
  })
  return {
    clients: positiveInteger('--clients', values.clients),
    seconds: positiveInteger('--seconds', values.seconds),
    leads: positiveInteger('--leads', values.leads),
    folder: values.folder,
    port: positiveInteger('--port', values.port),
  }
}

/** What the operator's scripts are told. */
type Scene = { folder: string; options: Options; primary: DatabasePlace; env: NodeJS.ProcessEnv }

async function setScene(options: Options): Promise<Scene> {
  const programs = await findPrograms([])
  const folder = await makeFolder('raahi-restore-', options.folder)
  const wal = { WAL_ARCHIVE: join(folder, 'backups/wal'), BACKUPS: join(folder, 'backups') }
  await mkdir(wal.WAL_ARCHIVE, { recursive: true })
  const primary = { name: 'primary', port: options.port, folder, programs, env: wal }
  const env = {
    PATH: programs.path,
    PGHOST: '127.0.0.1',
    PGPORT: String(options.port),
    ...PASSWORDS,
    ...wal,
  }
  return { folder, options, primary, env }
}

type Story = {
  agents: Agent[]
  backup: { folder: string; tookMs: number; megabytes: number }
  /** By the clock of the database. */
  instant: string
  before: Outcome[]
  after: Outcome[]
}

/** Agents buy; a backup, more purchases, the instant, more purchases; then the log's last piece is kept. */
async function live({ options, primary, env, folder }: Scene): Promise<Story> {
  const databaseUrl = databaseAt(primary.port)
  const product = await startProduct({ port: options.port + 1, databaseUrl, folder })
  try {
    const agents = await withClient(databaseUrl, async (client) => {
      await addLeads(client, { first: 0, count: options.leads })
      return addAgents(client, options.clients)
    })
    const forSale = Array.from({ length: options.leads }, (_, at) => leadId(at))
    const first = startBuyers(product.port, agents, forSale)
    await sleep(options.seconds * 1000)
    const backup = await takeBackup(env)
    await sleep(options.seconds * 1000)
    await first.stop()
    const instant = await clockOf(databaseUrl)
    const second = startBuyers(product.port, agents, forSale)
    await sleep(options.seconds * 1000)
    await second.stop()
    await keepTheLog(primary.port)
    return { agents, backup, instant, before: first.outcomes, after: second.outcomes }
  } finally {
    await product.stop()
  }
}

async function takeBackup(env: NodeJS.ProcessEnv): Promise<Story['backup']> {
  const startedAt = performance.now()
  const { stdout } = await run(join(DEPLOY, 'postgres/backup.sh'), { env })
  const folder = stdout.trim()
  const tookMs = performance.now() - startedAt
  const { stdout: size } = await run('du', ['--bytes', '--summarize', folder])
  return { folder, tookMs, megabytes: Number.parseInt(size, 10) / 1e6 }
}

const clockOf = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
    return rows[0]?.now ?? ''
  })

/** What archive_timeout would do within a minute: closes the piece of the log that is being written, and waits for it. */
async function keepTheLog(port: number): Promise<void> {
  await withClient(databaseAt(port, 'postgres'), async (client) => {
    const { rows } = await client.query<{ piece: string }>(
      'select pg_walfile_name(pg_switch_wal()) as piece',
    )
    await until('the archive of the log', 60_000, async () => {
      const kept = await client.query(
        'select 1 from pg_stat_archiver where last_archived_wal >= $1',
        [rows[0]?.piece],
      )
      return kept.rows.length > 0
    })
  })
}

type Restored = { part: Part; place: DatabasePlace; tookMs: number }

/** As docs/operations.md says, into a new place beside the lost one. */
async function restore(scene: Scene, { backup, instant }: Story): Promise<Restored> {
  const { options, primary, env } = scene
  const place = { ...primary, name: 'restored', port: options.port + 2 }
  const startedAt = performance.now()
  await run(join(DEPLOY, 'postgres/restore.sh'), [backup.folder, instant], {
    env: { ...env, PGDATA: join(place.folder, place.name) },
  })
  const part = await startDatabase(place)
  await until('the end of the recovery', 120_000, () =>
    withClient(databaseAt(place.port), async (client) => {
      const { rows } = await client.query('select pg_is_in_recovery() as still')
      return rows[0]?.still === false
    }),
  )
  return { part, place, tookMs: performance.now() - startedAt }
}

function tell({ backup, instant, before, after }: Story, { tookMs }: Restored): void {
  const bought = (outcomes: readonly Outcome[]) =>
    outcomes.filter(({ purchase }) => purchase).length
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `base backup while agents bought:  ${seconds(backup.tookMs)}, ${backup.megabytes.toFixed(0)} MB`,
  )
  console.log(`bought up to ${instant}:  ${bought(before)}`)
  console.log(`bought after it:  ${bought(after)}`)
  console.log(`restored to it, ready for purchases after:  ${seconds(tookMs)}`)
}

async function drill(options: Options): Promise<boolean> {
  const scene = await setScene(options)
  const parts: Part[] = []
  const stop = async () => {
    for (const part of parts) await part.stop('SIGINT')
    await rm(scene.folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(130)))
  }
  try {
    const primary = await startDatabase(scene.primary)
    parts.push(primary)
    const story = await live(scene)
    // The machine is gone, and its disk with it: what is left is the backup and the log.
    await primary.kill()
    await rm(join(scene.folder, scene.primary.name), { recursive: true })
    const restored = await restore(scene, story)
    parts.push(restored.part)
    tell(story, restored)
    const losses = await findLosses(databaseAt(restored.place.port), story.agents, story.before)
    for (const loss of losses.slice(0, 20)) console.log(`OFF: ${loss}`)
    console.log(
      losses.length === 0
        ? 'Restored: every purchase before the instant is there, none after it, every wallet is right, and the books are whole.'
        : `${losses.length} differences.`,
    )
    return losses.length === 0 && story.after.length > 0
  } finally {
    await stop()
  }
}

function optionsOrUsage(): Options {
  try {
    return readDrillOptions()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

const isWhole = await drill(optionsOrUsage()).catch((error) => {
  console.error(error)
  return false
})
process.exit(isWhole ? 0 : 1)
