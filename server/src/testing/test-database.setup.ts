import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { lockDataFolder } from '../platform/database/data-folder-lock.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts'
import { copyCluster, prepareDataFolder } from './data-folder.ts'
import { createRunFolder } from './run-folder.ts'
import { databaseAddress, ensureTemplate } from './test-database.ts'

/**
 * Vitest's global set-up: one database server for the whole run, with a migrated template. `TEST_DATABASE_URL` names a
 * server to use (with the right to create databases). Otherwise a copy of the prepared embedded one starts.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const prepared = await prepareDataFolder()
  provide('preparedDataFolder', prepared)
  const folder = await createRunFolder()
  process.env.TMPDIR = folder // The workers inherit it.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 20 })
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    provide('testDatabaseServer', given)
    provide('testDatabaseTemplate', await ensureTemplate(given))
    return remove
  }
  copyCluster(prepared, folder)
  const lock = await lockDataFolder(folder)
  const server = await startEmbeddedPostgres(lock, { durable: false, onNotice: console.error })
  const release = cleanUpWhenKilled(server, folder)
  const template = new URL(server.connectionString).pathname.slice(1)
  provide('testDatabaseServer', databaseAddress(server.connectionString, 'postgres'))
  provide('testDatabaseTemplate', template)
  return async () => {
    await server.stop()
    release()
    await lock.release()
    await remove()
  }
}

/**
 * Starts a process that stops the server and deletes the folder if vitest is killed. The process detects this because
 * its standard input ends.
 */
function cleanUpWhenKilled(server: EmbeddedPostgres, folder: string): () => void {
  const script = `process.stdin.resume().on('end', () => {
    process.kill(${server.pid()}, 'SIGQUIT')
    setTimeout(() => require('fs').rmSync(process.argv[1], { recursive: true, force: true }), 2000)
  })`
  const watcher = spawn(process.execPath, ['-e', script, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return () => watcher.kill('SIGKILL')
}
