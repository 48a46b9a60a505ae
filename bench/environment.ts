import { rm } from 'node:fs/promises'
import { readConfig } from '../server/src/config/index.ts'
import { connectDatabase, type Database } from '../server/src/platform/database/connect.ts'
import { lockDataFolder } from '../server/src/platform/database/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { makeFolder, withClient } from '../server/src/testing/load/database.ts'
import { addBusiness, type Business } from './fill-business.ts'
import type { Options } from './options.ts'

/** A database of a product in use, and users with sessions. */
export type BusinessDatabase = Business & { leads: number; databaseUrl: string }

/** The environment of every part: a separate database server with the product's settings and fsync, and a folder. */
export type Environment = {
  /** Folder of databases and logs. It is deleted at the end. */
  folder: string
  /** Creates a migrated, empty database, and returns its address. */
  createDatabase(name: string): Promise<string>
  /** A filled database of this size. All parts of a run share it. */
  openBusiness(leads: number): Promise<BusinessDatabase>
  close(): Promise<void>
}

/** @throws StartError if the embedded PostgreSQL cannot be started */
export async function openEnvironment(given: Pick<Options, 'folder'>): Promise<Environment> {
  const folder = await makeFolder('raahi-bench-', given.folder)
  const lock = await lockDataFolder(folder)
  const embedded = await startEmbeddedPostgres(lock, { onNotice: console.error })
  const filled = new Map<number, Promise<BusinessDatabase>>()

  async function createDatabase(name: string): Promise<string> {
    const url = new URL(embedded.connectionString)
    url.pathname = `/bench_${name}`
    await withClient(embedded.connectionString, (client) =>
      client.query(`create database bench_${name} template template0`),
    )
    await migrate(url.href)
    return url.href
  }
  async function fill(leads: number): Promise<BusinessDatabase> {
    const startedAt = performance.now()
    const databaseUrl = await createDatabase(`business_${leads}`)
    const { seller, sac } = readConfig({}).invoices
    const business = await withClient(databaseUrl, (client) =>
      addBusiness(client, { leads, seller, sac }),
    )
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.error(`filled ${leads.toLocaleString('en')} leads in ${seconds} s`)
    return { ...business, leads, databaseUrl }
  }
  return {
    folder,
    createDatabase,
    openBusiness(leads) {
      const business = filled.get(leads) ?? fill(leads)
      filled.set(leads, business)
      return business
    },
    async close() {
      await embedded.stop()
      await lock.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs `work` with the factories of the tests, which need the query builder. */
export async function withKysely<T>(
  databaseUrl: string,
  work: (db: Database['kysely']) => Promise<T>,
): Promise<T> {
  const database = connectDatabase({ connectionString: databaseUrl, poolSize: 4 })
  try {
    return await work(database.kysely)
  } finally {
    await database.close()
  }
}
