import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  DataFolderInUse,
  type DataFolderLock,
  lockDataFolder,
} from '../platform/database/data-folder-lock.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts'
import { clusterFolder } from '../platform/database/postgres-cluster.ts'
import { TEST_CACHE } from './test-cache.ts'
import { dropLeftovers, ensureTemplate } from './test-database.ts'

/** Runs at the same time on one checkout each have a server of their own; more than this many is a mistake. */
const MAX_RUNS = 20

/**
 * Vitest's global set-up: one database server for the whole run, and a migrated template on it. `TEST_DATABASE_URL`
 * names a server to use (with the right to create databases); unset, an embedded one starts, whose files are kept
 * between runs because making them is what takes longest.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    provide('testDatabaseServer', given)
    provide('testDatabaseTemplate', await ensureTemplate(given))
    return async () => {}
  }
  const lock = await lockFreeFolder()
  const start = () => startEmbeddedPostgres(lock, { durable: false, onNotice: console.error })
  const server = await start().catch(async () => {
    // Files written without fsync may not outlive a crash of the machine; nothing in them is worth mending.
    await rm(clusterFolder(lock.folder), { recursive: true, force: true })
    return start()
  })
  const release = stopWhenWeDie(server)
  const template = await ensureTemplate(server.connectionString)
  await dropLeftovers(server.connectionString, template)
  provide('testDatabaseServer', server.connectionString)
  provide('testDatabaseTemplate', template)
  return async () => {
    await server.stop()
    release()
    await lock.release()
  }
}

async function lockFreeFolder(): Promise<DataFolderLock> {
  for (let run = 1; ; run += 1) {
    try {
      return await lockDataFolder(join(TEST_CACHE, String(run)))
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || run === MAX_RUNS) throw error
    }
  }
}

/**
 * A vitest that is killed can't stop its server. This small process notices, because its standard input ends with
 * us, and shuts the server down.
 */
function stopWhenWeDie(server: EmbeddedPostgres): () => void {
  const script = `process.stdin.resume().on('end', () => process.kill(${server.pid()}, 'SIGQUIT'))`
  const watcher = spawn(process.execPath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return () => watcher.kill('SIGKILL')
}
