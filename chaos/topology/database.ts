import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { clearEarlierServer } from '../../server/src/platform/database/postgres-processes.ts'
import { waitUntil } from '../torture/processes.ts'
import { DEPLOY, type Part, startPart } from './part.ts'
import type { Programs } from './programs.ts'

const run = promisify(execFile)

/** Passwords for databases that only this run can reach. */
export const PASSWORDS = {
  POSTGRES_PASSWORD: 'of-the-run',
  DATABASE_PASSWORD: 'of-the-run-too',
  REPLICATION_PASSWORD: 'of-the-run-as-well',
  POOLER_PASSWORD: 'of-the-run-also',
}

export type DatabaseLocation = {
  name: string
  port: number
  /** Parent folder of the data folder and the log. */
  folder: string
  programs: Programs
  /** Environment variables for the start script, in addition to the defaults. */
  env?: Record<string, string>
}

const dataFolder = ({ folder, name }: DatabaseLocation) => join(folder, name)

/**
 * Starts a database server through deploy/postgres/start.sh, as compose.yaml does.
 * @param primaryPort makes an empty data folder a replica of the primary on this port
 */
export async function startDatabase(
  location: DatabaseLocation,
  primaryPort?: number,
): Promise<Part> {
  const { name, port, folder, programs, env } = location
  // On a separate machine the leftover processes of a killed server would not exist.
  await clearEarlierServer(dataFolder(location))
  return startPart({
    name,
    folder,
    command: [
      ...programs.prefix,
      join(DEPLOY, 'postgres/start.sh'),
      ...['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories=', '-c', 'shared_buffers=128MB'],
    ],
    env: {
      PATH: programs.path,
      PGDATA: dataFolder(location),
      FOLLOWS: primaryPort === undefined ? '' : `127.0.0.1:${primaryPort}`,
      ...PASSWORDS,
      ...env,
    },
    isUp: () => acceptsConnections(port),
  })
}

/** Deletes the data folder, so that the next start creates it again. */
export async function deleteDatabaseFiles(location: DatabaseLocation): Promise<void> {
  await rm(dataFolder(location), { recursive: true, force: true })
}

/** Runs a script of deploy/postgres on the server at a port. */
export async function runOperatorScript(
  { programs }: { programs: Programs },
  port: number,
  script: string,
  ...args: string[]
): Promise<void> {
  await run(join(DEPLOY, 'postgres', script), args, {
    env: {
      PATH: programs.path,
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGPASSWORD: PASSWORDS.POSTGRES_PASSWORD,
    },
    timeout: 60_000,
  })
}

/** Connection string of the product's database at a port, without pooler or proxy. */
export function databaseAt(port: number, user: 'raahi' | 'postgres' = 'raahi'): string {
  const password = user === 'raahi' ? PASSWORDS.DATABASE_PASSWORD : PASSWORDS.POSTGRES_PASSWORD
  return `postgresql://${user}:${password}@127.0.0.1:${port}/raahi`
}

/** Whether the server accepts connections. The first start creates the product's database. */
async function acceptsConnections(port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseAt(port),
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => {})
  return client
    .connect()
    .then(() => client.end())
    .then(
      () => true,
      () => false,
    )
}

/**
 * Waits until the replica has replayed everything that the primary has written.
 * @throws Error after 30 s
 */
export async function waitForReplica(primary: pg.Client, replica: pg.Client): Promise<void> {
  const { rows } = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  await waitUntil('the replay of the replica', 30_000, async () => {
    const { rows: replayed } = await replica.query<{ there: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
      [rows[0]?.at],
    )
    return replayed[0]?.there === true
  })
}
