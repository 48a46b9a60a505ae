import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { makeFolder, withClient } from '../server/src/testing/load/database.ts'
import { type Agent, addAgents, insertLeads, leadId } from '../server/src/testing/load/fill.ts'
import {
  optionsOrUsage,
  positiveInteger,
  stopOnSignal,
} from '../server/src/testing/load/options.ts'
import { type Outcome, startBuyers } from './topology/buyers.ts'
import {
  databaseAt,
  databaseEnvironment,
  deleteCluster,
  findPrimary,
  killCluster,
  type Member,
  passwords,
  startCluster,
} from './topology/database.ts'
import { findLosses } from './topology/find-losses.ts'
import { prefixOf, runInPrivateNetwork } from './topology/machines.ts'
import { findPrograms } from './topology/programs.ts'
import { ports, primaryDatabase, type Stack, startStack, stopStack } from './topology/stack.ts'
import { waitUntil } from './torture/processes.ts'

// Destroys all databases and restores them as docs/operations.md describes. Agents buy leads during a full and an incremental
// backup, a point in time is recorded, the agents buy more, then the three machines are killed and their disks deleted. The
// cluster restored to that point must contain every earlier purchase and no later one, and all ledger invariants must hold. Exits
// with 1 otherwise.

const run = promisify(execFile)

const usage = `npm run restore-drill -- [options]
  --clients 16      number of buying agents
  --seconds 5       duration of each of the three buying phases
  --leads 20000     leads in the database
  --folder …        parent folder of databases and backup (default: inside the checkout)`

type Options = { clients: number; seconds: number; leads: number; folder: string | undefined }

function readDrillOptions(): Options {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '5' },
      leads: { type: 'string', default: '20000' },
      folder: { type: 'string' },
    },
  })
  return {
    clients: positiveInteger('--clients', values.clients),
    seconds: positiveInteger('--seconds', values.seconds),
    leads: positiveInteger('--leads', values.leads),
    folder: values.folder,
  }
}

type DrillRun = {
  agents: Agent[]
  full: Backup
  incremental: Backup
  /** Point in time to restore to, from the database's clock. */
  restoreTime: string
  before: Outcome[]
  after: Outcome[]
}
type Backup = { tookMs: number; megabytes: number }

/** Takes two backups and records a point in time while agents buy. Finally archives the current WAL segment. */
async function runUntilLoss(stack: Stack, options: Options): Promise<DrillRun> {
  const agents = await withClient(primaryDatabase, async (client) => {
    await insertLeads(client, { first: 0, count: options.leads })
    return addAgents(client, options.clients)
  })
  const forSale = Array.from({ length: options.leads }, (_, at) => leadId(at))
  const primary = await findPrimary(stack.cluster)
  if (!primary) throw new Error('there is no primary')
  const first = startBuyers(ports.proxy, agents, forSale)
  await sleep(options.seconds * 1000)
  const full = await takeBackup(stack, primary, 'full')
  await sleep(options.seconds * 1000)
  const incremental = await takeBackup(stack, primary, 'incr')
  await first.stop()
  const restoreTime = await readDatabaseTime()
  const second = startBuyers(ports.proxy, agents, forSale)
  await sleep(options.seconds * 1000)
  await second.stop()
  await archiveCurrentWal(primary)
  await requireEncrypted(stack)
  return { agents, full, incremental, restoreTime, before: first.outcomes, after: second.outcomes }
}

async function takeBackup(stack: Stack, { name }: Member, type: 'full' | 'incr'): Promise<Backup> {
  const startedAt = performance.now()
  const [program = '', ...prefix] = [...prefixOf(name), ...stack.programs.prefix]
  const env = {
    ...databaseEnvironment(stack, name),
    PGPASSWORD: passwords.POSTGRES_PASSWORD,
  }
  await run(program, [...prefix, 'pgbackrest', 'backup', `--type=${type}`], { env })
  const tookMs = performance.now() - startedAt
  const { stdout } = await run(program, [...prefix, 'pgbackrest', 'info', '--output=json'], { env })
  const [stanza] = JSON.parse(stdout)
  return { tookMs, megabytes: stanza.backup.at(-1).info.repository.delta / 1e6 }
}

/** @throws Error if the list of the backups is readable without the key */
async function requireEncrypted({ folder }: Stack): Promise<void> {
  const info = await readFile(join(folder, 'backups/backup/raahi/backup.info'))
  if (!info.subarray(0, 8).equals(Buffer.from('Salted__'))) throw new Error('not encrypted')
}

const readDatabaseTime = () =>
  withClient(primaryDatabase, async (client) => {
    const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
    return rows[0]?.now ?? ''
  })

/** Closes the current WAL segment and waits until it is archived. `archive_timeout` does the same within a minute. */
async function archiveCurrentWal({ address }: Member): Promise<void> {
  await withClient(databaseAt(address, 'postgres'), async (client) => {
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_switch_wal()) as segment',
    )
    await waitUntil('the archiving of the WAL segment', 60_000, async () => {
      const archived = await client.query(
        'select 1 from pg_stat_archiver where last_archived_wal >= $1',
        [rows[0]?.segment],
      )
      return archived.rows.length > 0
    })
  })
}

/** @returns the time until agents can buy from the restored cluster */
async function loseAndRestore(stack: Stack, restoreTime: string): Promise<number> {
  // Simulates the loss of all machines and disks. Only the backup repository remains.
  await killCluster(stack.cluster)
  await deleteCluster(stack)
  const startedAt = performance.now()
  stack.cluster = await startCluster(stack, restoreTime)
  return performance.now() - startedAt
}

function printReport(drillRun: DrillRun, restoredAfterMs: number): void {
  const { full, incremental, restoreTime, before, after } = drillRun
  const bought = (outcomes: readonly Outcome[]) =>
    outcomes.filter(({ purchase }) => purchase).length
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const figures = ({ tookMs, megabytes }: Backup) =>
    `${seconds(tookMs)}, ${megabytes.toFixed(1)} MB`
  console.log(`full backup during purchases:  ${figures(full)}`)
  console.log(`incremental backup during purchases:  ${figures(incremental)}`)
  console.log(`purchases until ${restoreTime}:  ${bought(before)}`)
  console.log(`purchases after it:  ${bought(after)}`)
  console.log(`restored to this time, with both replicas, after:  ${seconds(restoredAfterMs)}`)
}

async function drill(options: Options): Promise<boolean> {
  const folder = await makeFolder('raahi-restore-', options.folder)
  let stack: Stack | undefined
  let isRestored = false
  const stop = async () => {
    if (stack) await stopStack(stack)
    if (isRestored) await rm(folder, { recursive: true, force: true })
    else console.log(`logs and data: ${folder}`)
  }
  stopOnSignal(stop)
  try {
    stack = await startStack(await findPrograms(), folder)
    const drillRun = await runUntilLoss(stack, options)
    printReport(drillRun, await loseAndRestore(stack, drillRun.restoreTime))
    const losses = await findLosses(primaryDatabase, drillRun.agents, drillRun.before)
    for (const loss of losses.slice(0, 20)) console.log(`DIFFERENCE: ${loss}`)
    console.log(
      losses.length === 0
        ? 'Restored: the database contains every purchase before the point in time and none after it, every wallet balance is correct, and all ledger invariants hold.'
        : `${losses.length} differences.`,
    )
    isRestored = losses.length === 0 && drillRun.after.length > 0
    return isRestored
  } finally {
    await stop()
  }
}

const options = optionsOrUsage(readDrillOptions, usage)
await runInPrivateNetwork(import.meta.filename)
const isRestored = await drill(options).catch((error) => {
  console.error(error)
  return false
})
process.exit(isRestored ? 0 : 1)
