import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, cpSync } from 'node:fs'
import { access, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { lockDataFolder } from '../platform/database/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate, readSchemaSteps } from '../platform/database/migrate.ts'
import { clusterFolder } from '../platform/database/postgres-cluster.ts'
import { installJobQueue, queueNames } from '../platform/jobs/install-job-queue.ts'
import { testCache } from './test-cache.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the global set-up: a data folder whose embedded database is migrated and stopped. */
    preparedDataFolder: string
  }
}

const prefix = 'data-'

/**
 * Fills an empty data folder with the embedded database of a product that has stopped: migrated, without users. A first
 * start would create the same in about 3 s of CPU.
 */
export function fillDataFolder(folder: string): void {
  copyCluster(inject('preparedDataFolder'), folder)
}

/** Copies the 2,000 files of a stopped embedded database, with a quarter of the CPU time of the asynchronous `cp`. */
export function copyCluster(from: string, to: string): void {
  cpSync(clusterFolder(from), clusterFolder(to), { recursive: true })
  chmodSync(clusterFolder(to), 0o700) // PostgreSQL demands it.
}

/** Identifies the schema and the job queues that a test database is created with. */
export async function describeSchema(): Promise<string> {
  const steps = await readSchemaSteps()
  const parts = [...steps.map(({ name, checksum }) => `${name} ${checksum}`), ...queueNames]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}

/** @returns the folder that `fillDataFolder` copies; it is created once per schema */
export async function prepareDataFolder(): Promise<string> {
  const name = `${prefix}${await describeSchema()}`
  const folder = join(testCache, name)
  if (await exists(folder)) return folder
  const building = `${folder}.new-${randomBytes(4).toString('hex')}`
  const lock = await lockDataFolder(building)
  const server = await startEmbeddedPostgres(lock)
  try {
    await migrate(server.connectionString)
    await installJobQueue(server.connectionString)
  } finally {
    await server.stop()
    await lock.release()
  }
  await rename(building, folder).catch(async (error) => {
    await rm(building, { recursive: true })
    if (!(await exists(folder))) throw error // Otherwise another run was quicker.
  })
  for (const other of await readdir(testCache)) {
    const isOld = other.startsWith(prefix) && !other.startsWith(name)
    if (isOld) await rm(join(testCache, other), { recursive: true, force: true })
  }
  return folder
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
