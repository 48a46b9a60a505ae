import { jobKinds } from '@raahi/contract/failed-jobs'
import pg from 'pg'
import { StartError } from '../start-error.ts'

/** The queues of the product. A new queue is created at the next start. Admins see the failed jobs of `jobKinds`. */
export const queueNames = [
  ...jobKinds,
  'buy-automatically',
  'analyze-erasures',
  'webhooks',
  'scheduled',
] as const
export type QueueName = (typeof queueNames)[number]

/** Version of pg-boss's schema. A test fails if an update of the library changes it. */
export const schemaVersion = 43

/**
 * Creates or updates the tables of the job queue (schema `pgboss`) and creates missing queues. Several processes may
 * call this at once, because the library takes a lock. If everything is up to date, this runs two queries and does not
 * load the library.
 * @throws StartError if the tables or queues cannot be created
 */
export async function installJobQueue(connectionString: string): Promise<void> {
  if (await isInstalled(connectionString)) return
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {}) // The failed call throws the error.
  try {
    await boss.start()
    for (const name of queueNames) {
      // 'exclusive' allows one queued or running job per key.
      await boss.createQueue(name, { policy: name === 'scheduled' ? 'exclusive' : 'standard' })
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The tables of the job queue could not be made: ${reason}`, { cause })
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function isInstalled(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // The running query reports the error.
  await client.connect()
  try {
    const tables = await client.query<{ exist: boolean }>(
      "SELECT to_regclass('pgboss.version') IS NOT NULL AND to_regclass('pgboss.queue') IS NOT NULL AS exist",
    )
    if (!tables.rows[0]?.exist) return false
    const { rows } = await client.query<{ complete: boolean }>(
      `SELECT (SELECT max(version) FROM pgboss.version) >= $1
          AND (SELECT count(*) FROM pgboss.queue WHERE name = ANY ($2)) = cardinality($2) AS complete`,
      [schemaVersion, queueNames],
    )
    return rows[0]?.complete ?? false
  } finally {
    await client.end()
  }
}
