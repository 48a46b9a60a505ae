import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { clearEarlierServer } from '../../server/src/platform/database/postgres-processes.ts'
import { DEPLOY, type Part, startPart } from './part.ts'
import type { Programs } from './programs.ts'

const run = promisify(execFile)

/** Made for a run that nobody but it can reach. */
export const PASSWORDS = {
  POSTGRES_PASSWORD: 'of-the-run',
  DATABASE_PASSWORD: 'of-the-run-too',
  REPLICATION_PASSWORD: 'of-the-run-as-well',
  POOLER_PASSWORD: 'of-the-run-also',
}

export type DatabasePlace = {
  name: string
  port: number
  /** Below which its files and log are. */
  folder: string
  programs: Programs
  /** Settings beside those of deploy/postgres/postgresql.conf. */
  env?: Record<string, string>
}

const dataFolder = ({ folder, name }: DatabasePlace) => join(folder, name)

/**
 * Starts a database server as compose.yaml does, through deploy/postgres/start.sh.
 * @param follows the port of the primary whose replica it becomes, where it has no files yet
 */
export async function startDatabase(place: DatabasePlace, follows?: number): Promise<Part> {
  const { name, port, folder, programs, env } = place
  // What a killed one has left: on a machine of its own it would be gone with it.
  await clearEarlierServer(dataFolder(place))
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
      PGDATA: dataFolder(place),
      FOLLOWS: follows === undefined ? '' : `127.0.0.1:${follows}`,
      ...PASSWORDS,
      ...env,
    },
    isUp: () => answers(port),
  })
}

/** So that it is made anew when it next starts. */
export async function forgetDatabase(place: DatabasePlace): Promise<void> {
  await rm(dataFolder(place), { recursive: true, force: true })
}

/** Runs one of the operator's scripts in deploy/postgres on the server at a port. */
export async function operate(
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

/** The product's database on the server at a port, past everything in front of it. */
export function databaseAt(port: number, user: 'raahi' | 'postgres' = 'raahi'): string {
  const password = user === 'raahi' ? PASSWORDS.DATABASE_PASSWORD : PASSWORDS.POSTGRES_PASSWORD
  return `postgresql://${user}:${password}@127.0.0.1:${port}/raahi`
}

/** Whether a server takes connections; its product's database is there from its first start on. */
async function answers(port: number): Promise<boolean> {
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

/** Waits until the replica has replayed all that the primary has written. @throws Error where that takes too long. */
export async function untilCaughtUp(primary: pg.Client, replica: pg.Client): Promise<void> {
  const { rows } = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  const until = performance.now() + 30_000
  for (;;) {
    const { rows: replayed } = await replica.query<{ there: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
      [rows[0]?.at],
    )
    if (replayed[0]?.there) return
    if (performance.now() > until) throw new Error('the replica did not catch up')
    await sleep(20)
  }
}
