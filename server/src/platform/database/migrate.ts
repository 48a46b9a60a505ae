import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { sqlState } from './errors.ts'

/** The product's own migrations. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

export type Migration = { name: string; sql: string; checksum: string }

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/
// An arbitrary constant that every process of the product uses.
const LOCK_KEY = 7_224_401
const maxAttempts = 5

/**
 * Reads the folder's `NNNN-name.sql` files in order.
 * @throws StartError if a file has another name pattern or two share a number
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !FILE_NAME.test(name))
  if (misnamed) throw new StartError(`The migration ${misnamed} is not named NNNN-some-words.sql.`)
  const twice = names.find((name, at) => name.slice(0, 4) === names[at - 1]?.slice(0, 4))
  if (twice) throw new StartError(`Two migrations have the number ${twice.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      // A checkout may write CRLF; that is the same migration.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database up to date: runs each new migration in order, in a separate transaction together with its record.
 * Several processes may call this at once; one works, the others wait and find nothing to do.
 * @returns the names of the migrations that ran
 * @throws StartError if an applied file was changed or is missing, or a migration fails
 */
export async function migrate(
  connectionString: string,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({
    connectionString,
    application_name: 'raahi-migrate',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {}) // The running query reports a lost connection.
  await client.connect()
  try {
    if (pendingOf(migrations, await readApplied(client)).length === 0) return []
    // A migration has no time limit, regardless of the user's defaults.
    await client.query(
      'SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    )
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    )
    const pending = pendingOf(migrations, await readApplied(client))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // Ends the session and releases the lock.
  }
}

/** The names and checksums of applied migrations; empty for a new database. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const table = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS exists",
  )
  if (!table.rows[0]?.exists) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function pendingOf(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown) {
    throw new StartError(
      `The database has the migration ${unknown}, which this version of the product does not know: start the newer version, or restore a backup made before it.`,
    )
  }
  const changed = migrations.find(
    ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
  )
  if (changed) {
    throw new StartError(
      `The migration ${changed.name} was changed after this database had run it: restore the file and put the change into a new migration.`,
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Runs a migration. It is repeated after a deadlock with the processes that serve requests meanwhile. */
async function apply(client: pg.Client, migration: Migration, attempt = 1): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(migration.sql)
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {})
    const isDeadlock = sqlState(cause) === '40P01'
    if (isDeadlock && attempt < maxAttempts) return apply(client, migration, attempt + 1)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The migration ${migration.name} failed: ${reason}`, { cause })
  }
}
