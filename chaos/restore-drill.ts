import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { makeFolder, withClient } from '../bench/environment.ts'
import { type Agent, addAgents, addLeads, leadId } from '../bench/fill.ts'
import { optionsOrUsage, positiveInteger, stopOnSignal } from '../bench/options.ts'
import { startProduct } from '../bench/product.ts'
import { type Outcome, startBuyers } from './topology/buyers.ts'
import { type DatabaseLocation, databaseAt, PASSWORDS, startDatabase } from './topology/database.ts'
import { findLosses } from './topology/find-losses.ts'
import { DEPLOY, type Part } from './topology/part.ts'
import { findPrograms } from './topology/programs.ts'
import { waitUntil } from './torture/processes.ts'

// Destroys a database and restores it with the scripts that docs/operations.md recommends. Agents buy leads during a
// base backup, a point in time is recorded, the agents buy more, then the primary is killed and its disk deleted. The
// database restored to that point must contain every earlier purchase and no later one, and all ledger invariants must
// hold. Exits with 1 otherwise.

const run = promisify(execFile)

const USAGE = `npm run restore-drill -- [options]
  --clients 16      number of buying agents
  --seconds 5       duration of each of the three buying phases
  --leads 20000     leads in the database
  --folder …        parent folder of databases and backup (default: inside the checkout)
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

/** The environment in which the operator's scripts run. */
type DrillSetup = {
  folder: string
  options: Options
  primary: DatabaseLocation
  env: NodeJS.ProcessEnv
}

async function prepareDrill(options: Options): Promise<DrillSetup> {
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

type DrillRun = {
  agents: Agent[]
  backup: { folder: string; tookMs: number; megabytes: number }
  /** Point in time to restore to, from the database's clock. */
  restoreTime: string
  before: Outcome[]
  after: Outcome[]
}

/** Agents buy, with a backup and then a point in time in between. Finally the current WAL segment is archived. */
async function runUntilLoss({ options, primary, env, folder }: DrillSetup): Promise<DrillRun> {
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
    const restoreTime = await readDatabaseTime(databaseUrl)
    const second = startBuyers(product.port, agents, forSale)
    await sleep(options.seconds * 1000)
    await second.stop()
    await archiveCurrentWal(primary.port)
    return { agents, backup, restoreTime, before: first.outcomes, after: second.outcomes }
  } finally {
    await product.stop()
  }
}

async function takeBackup(env: NodeJS.ProcessEnv): Promise<DrillRun['backup']> {
  const startedAt = performance.now()
  const { stdout } = await run(join(DEPLOY, 'postgres/backup.sh'), { env })
  const folder = stdout.trim()
  const tookMs = performance.now() - startedAt
  const { stdout: size } = await run('du', ['--bytes', '--summarize', folder])
  return { folder, tookMs, megabytes: Number.parseInt(size, 10) / 1e6 }
}

const readDatabaseTime = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
    return rows[0]?.now ?? ''
  })

/** Closes the current WAL segment and waits until it is archived. `archive_timeout` does the same within a minute. */
async function archiveCurrentWal(port: number): Promise<void> {
  await withClient(databaseAt(port, 'postgres'), async (client) => {
    const { rows } = await client.query<{ piece: string }>(
      'select pg_walfile_name(pg_switch_wal()) as piece',
    )
    await waitUntil('the archiving of the WAL segment', 60_000, async () => {
      const kept = await client.query(
        'select 1 from pg_stat_archiver where last_archived_wal >= $1',
        [rows[0]?.piece],
      )
      return kept.rows.length > 0
    })
  })
}

type Restored = { part: Part; location: DatabaseLocation; tookMs: number }

/** Restores into a new data folder, as docs/operations.md describes. */
async function restore(setup: DrillSetup, { backup, restoreTime }: DrillRun): Promise<Restored> {
  const { options, primary, env } = setup
  const location = { ...primary, name: 'restored', port: options.port + 2 }
  const startedAt = performance.now()
  await run(join(DEPLOY, 'postgres/restore.sh'), [backup.folder, restoreTime], {
    env: { ...env, PGDATA: join(location.folder, location.name) },
  })
  const part = await startDatabase(location)
  await waitUntil('the end of the recovery', 120_000, () =>
    withClient(databaseAt(location.port), async (client) => {
      const { rows } = await client.query('select pg_is_in_recovery() as still')
      return rows[0]?.still === false
    }),
  )
  return { part, location, tookMs: performance.now() - startedAt }
}

function printReport({ backup, restoreTime, before, after }: DrillRun, { tookMs }: Restored): void {
  const bought = (outcomes: readonly Outcome[]) =>
    outcomes.filter(({ purchase }) => purchase).length
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `base backup during purchases:  ${seconds(backup.tookMs)}, ${backup.megabytes.toFixed(0)} MB`,
  )
  console.log(`purchases until ${restoreTime}:  ${bought(before)}`)
  console.log(`purchases after it:  ${bought(after)}`)
  console.log(`restored to this time, ready for purchases after:  ${seconds(tookMs)}`)
}

async function drill(options: Options): Promise<boolean> {
  const setup = await prepareDrill(options)
  const parts: Part[] = []
  const stop = async () => {
    for (const part of parts) await part.stop('SIGINT')
    await rm(setup.folder, { recursive: true, force: true })
  }
  stopOnSignal(stop)
  try {
    const primary = await startDatabase(setup.primary)
    parts.push(primary)
    const drillRun = await runUntilLoss(setup)
    // Simulates the loss of the machine and its disk. Only the backup and the archived WAL remain.
    await primary.kill()
    await rm(join(setup.folder, setup.primary.name), { recursive: true })
    const restored = await restore(setup, drillRun)
    parts.push(restored.part)
    printReport(drillRun, restored)
    const losses = await findLosses(
      databaseAt(restored.location.port),
      drillRun.agents,
      drillRun.before,
    )
    for (const loss of losses.slice(0, 20)) console.log(`DIFFERENCE: ${loss}`)
    console.log(
      losses.length === 0
        ? 'Restored: the database contains every purchase before the point in time and none after it, every wallet balance is correct, and all ledger invariants hold.'
        : `${losses.length} differences.`,
    )
    return losses.length === 0 && drillRun.after.length > 0
  } finally {
    await stop()
  }
}

const isRestored = await drill(optionsOrUsage(readDrillOptions, USAGE)).catch((error) => {
  console.error(error)
  return false
})
process.exit(isRestored ? 0 : 1)
