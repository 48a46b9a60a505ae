import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { sqlState } from './errors.ts'

/** `baseline.sql`, `migrations/NNNN-name.sql` and `functions/<feature>/<name>.sql`. */
export const sqlFolder = join(import.meta.dirname, '../../../database')

/** A step of the schema's creation: a file, or all functions together. */
export type SchemaStep = { name: string; sql: string; checksum: string }

const baselineFile = 'baseline.sql'
const functions = 'functions'
const fileName = /^\d{4}-[a-z0-9-]+\.sql$/
// An arbitrary constant that every process of the product uses.
const lockKey = 7_224_401
const maxAttempts = 5

/**
 * Reads the steps that create the schema, in order: the baseline, the migrations, and the functions and triggers.
 * @throws StartError if a migration has another name pattern or two share a number
 */
export async function readSchemaSteps(folder = sqlFolder): Promise<SchemaStep[]> {
  const names = (await sqlFilesIn(join(folder, 'migrations'))).sort()
  const misnamed = names.find((name) => !fileName.test(name))
  if (misnamed) throw new StartError(`The migration ${misnamed} is not named NNNN-some-words.sql.`)
  const twice = names.find((name, at) => name.slice(0, 4) === names[at - 1]?.slice(0, 4))
  if (twice) throw new StartError(`Two migrations have the number ${twice.slice(0, 4)}.`)
  return [
    toStep(baselineFile, await readText(join(folder, baselineFile))),
    ...(await Promise.all(
      names.map(async (name) => toStep(name, await readText(join(folder, 'migrations', name)))),
    )),
    toStep(functions, await readFunctions(join(folder, 'functions'))),
  ]
}

const sqlFilesIn = async (folder: string, recursive = false) =>
  (await readdir(folder, { recursive })).filter((name) => name.endsWith('.sql'))

/** The functions call each other, so their bodies are checked when they run. A test checks all of them. */
async function readFunctions(folder: string): Promise<string> {
  const names = (await sqlFilesIn(folder, true)).sort()
  const texts = await Promise.all(names.map((name) => readText(join(folder, name))))
  return ['SET LOCAL check_function_bodies = off;', ...texts].join('\n')
}

// A checkout may write CRLF; that is the same text.
const readText = async (path: string) => (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')

function toStep(name: string, sql: string): SchemaStep {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/**
 * Brings the database up to date: creates a new database from the baseline, runs each new migration, and applies the functions
 * and triggers if the text of one has changed. Each step is a transaction together with its record.
 * Several processes may call this at once; one works, the others wait and find nothing to do.
 * @param folder as `SQL_FOLDER`
 * @returns the names of the steps that ran
 * @throws StartError if the database is of another checkout, an applied migration was changed or is missing, or a step fails
 */
export async function migrate(connectionString: string, folder = sqlFolder): Promise<string[]> {
  const steps = await readSchemaSteps(folder)
  const client = new pg.Client({
    connectionString,
    application_name: 'raahi-migrate',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {}) // The running query reports a lost connection.
  await client.connect()
  try {
    if (pendingOf(steps, await readApplied(client)).length === 0) return []
    // A migration has no time limit, regardless of the user's defaults.
    await client.query(
      'SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    )
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    )
    const pending = pendingOf(steps, await readApplied(client))
    for (const step of pending) await apply(client, step)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // Ends the session and releases the lock.
  }
}

/** The names and checksums of applied steps; empty for a new database. */
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

function pendingOf(steps: SchemaStep[], applied: Map<string, string>): SchemaStep[] {
  const baseline = steps.find(({ name }) => name === baselineFile)
  if (applied.size > 0 && applied.get(baselineFile) !== baseline?.checksum) {
    throw new StartError(
      'This database was created by another checkout, before the first release: if it is of a trial, stop Raahi and remove the folder .data; if it has real data, start it with commit 2108919c, the last one with migrations for it.',
    )
  }
  const known = new Set(steps.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown) {
    throw new StartError(
      `The database has the migration ${unknown}, which this version of the product does not know: start the newer version, or restore a backup made before it.`,
    )
  }
  const changed = steps.find(
    ({ name, checksum }) =>
      name !== functions && applied.has(name) && applied.get(name) !== checksum,
  )
  if (changed) {
    throw new StartError(
      `The migration ${changed.name} was changed after this database had run it: restore the file and put the change into a new migration.`,
    )
  }
  return steps.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

/** Runs a step. It is repeated after a deadlock with the processes that serve requests meanwhile. */
async function apply(client: pg.Client, step: SchemaStep, attempt = 1): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(step.sql)
    await client.query(
      `INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
      [step.name, step.checksum],
    )
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {})
    const isDeadlock = sqlState(cause) === '40P01'
    if (isDeadlock && attempt < maxAttempts) return apply(client, step, attempt + 1)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The step ${step.name} of the schema failed: ${reason}`, { cause })
  }
}
