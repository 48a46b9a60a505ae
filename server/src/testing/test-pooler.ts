import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unprivilegedPrefix } from '../platform/database/postgres-programs.ts'
import { freePort } from './product-process.ts'

const startScript = join(import.meta.dirname, '../../../deploy/pgbouncer/start.sh')
const readyWithinMs = 10_000

/** Set by `npm run long-tests -- --pooler`. */
export const hasPooler = process.env.TEST_POOLER === '1'

/** A PgBouncer in front of a test database. */
export interface TestPooler {
  /** The settings with which the product connects to it, as in the deployment. */
  settings: { DATABASE_URL: string; DATABASE_DIRECT_URL: string }
  /** Kills it and starts it again at the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the installed PgBouncer with the configuration of deploy/pgbouncer: transactions through `raahi`, sessions through
 * `raahi_session`. Only the addresses of the databases differ.
 * @param database the address of the test database
 */
export async function startPooler(database: string): Promise<TestPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'raahi-pooler-'))
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  // start.sh keeps this file.
  await writeFile(join(folder, 'databases.ini'), databasesFile(database))
  const start = () => startProcess({ folder, port, password })
  let pooler = await start()
  const kill = async () => {
    const exited = once(pooler, 'exit')
    pooler.kill('SIGKILL')
    await exited
  }
  const address = (name: string) => `postgresql://raahi:${password}@127.0.0.1:${port}/${name}`
  return {
    settings: { DATABASE_URL: address('raahi'), DATABASE_DIRECT_URL: address('raahi_session') },
    async restart() {
      await kill()
      pooler = await start()
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As deploy/pgbouncer/start.sh writes it, for the user of the test database. */
function databasesFile(database: string): string {
  const { hostname, port, pathname, username, password, searchParams } = new URL(database)
  const target = Object.entries({
    host: searchParams.get('host') ?? hostname, // The embedded server listens on a socket.
    port: port || '5432',
    dbname: pathname.slice(1),
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
  })
    .map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`)
    .join(' ')
  return `[databases]\nraahi = ${target}\nraahi_session = ${target} pool_mode=session\n`
}

async function startProcess({
  folder,
  port,
  password,
}: {
  folder: string
  port: number
  password: string
}): Promise<ChildProcess> {
  const [program = '', ...args] = [...(await unprivilegedPrefix()), startScript]
  const child = spawn(program, args, {
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      PGBOUNCER_RUN: folder,
      LISTEN_ADDRESS: '127.0.0.1',
      LISTEN_PORT: String(port),
      DATABASE_PASSWORD: password,
      POOLER_PASSWORD: password,
    },
    stdio: 'ignore',
  })
  const untilMs = performance.now() + readyWithinMs
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > untilMs) {
      child.kill('SIGKILL')
      throw new Error('PgBouncer did not start. On Debian: apt-get install pgbouncer')
    }
    await sleep(10)
  }
  return child
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
