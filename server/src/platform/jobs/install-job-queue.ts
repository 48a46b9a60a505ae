import { type JobKind, jobKinds } from '@raahi/contract/failed-jobs'
import pg from 'pg'
import { StartError } from '../start-error.ts'

/** The queues of the product. A new queue is created at the next start. */
export const queueNames = jobKinds
export type QueueName = JobKind

/** Of the tables that the library makes; a test fails where an update of the library changes it. */
export const SCHEMA_VERSION = 43

/**
 * Makes or brings up to date the tables of the job queue (schema `pgboss`) and the queues in them. Several processes may
 * call this at once: the library makes its tables under a lock. Where nothing is to be done it costs one query, and the
 * library is not even loaded.
 * @throws StartError where the database does not allow it
 */
export async function installJobQueue(connectionString: string): Promise<void> {
  if (await isInstalled(connectionString)) return
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {}) // Said by the call that failed.
  try {
    await boss.start()
    // A job sends a notification when its transaction commits, so that no process polls every second.
    for (const name of queueNames) await boss.createQueue(name, { notify: true })
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
    const there = await client.query<{ there: boolean }>(
      "SELECT to_regclass('pgboss.version') IS NOT NULL AND to_regclass('pgboss.queue') IS NOT NULL AS there",
    )
    if (!there.rows[0]?.there) return false
    const { rows } = await client.query<{ complete: boolean }>(
      `SELECT (SELECT max(version) FROM pgboss.version) >= $1
          AND (SELECT count(*) FROM pgboss.queue WHERE name = ANY ($2)) = cardinality($2) AS complete`,
      [SCHEMA_VERSION, queueNames],
    )
    return rows[0]?.complete ?? false
  } finally {
    await client.end()
  }
}
