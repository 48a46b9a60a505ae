import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../platform/database/migrate.ts'
import {
  clusterFolder,
  embeddedConnectionString,
  ensureCluster,
  postgresEnvironment,
  readPidFile,
} from '../platform/database/postgres-cluster.ts'
import {
  findPostgresPrograms,
  type PostgresPrograms,
} from '../platform/database/postgres-programs.ts'
import { installJobQueue } from '../platform/jobs/install-job-queue.ts'

/** One of two PostgreSQL servers. */
export interface DatabaseNode {
  /** Address of the product's database. */
  connectionString: string
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  start(): Promise<void>
  kill(): Promise<void>
}

export interface ReplicatedDatabase {
  primary: DatabaseNode
  /** Streams from the primary. */
  replica: DatabaseNode
  remove(): Promise<void>
}

/** Creates a primary with a streaming replica, both migrated and empty, with the PostgreSQL of the product. */
export async function createReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'raahi-pair-'))
  const programs = await findPostgresPrograms()
  const [at, copyAt] = [join(folder, 'a'), join(folder, 'b')]
  await mkdir(at)
  await mkdir(copyAt)
  await ensureCluster(at, programs)
  // A cluster that was never started can be copied like a base backup.
  await cp(clusterFolder(at), clusterFolder(copyAt), { recursive: true })
  await writeFile(join(clusterFolder(copyAt), 'standby.signal'), '')
  const followed = await embeddedConnectionString(at, { host: at, port: 5432 }, 'postgres')
  const primary = await describeNode(at, programs, [])
  const replica = await describeNode(copyAt, programs, [`primary_conninfo=${followed}`])
  const remove = async () => {
    await Promise.all([primary.kill(), replica.kill()])
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  }
  try {
    await primary.start()
    await onServer(followed, (client) => client.query('CREATE DATABASE raahi'))
    await migrate(primary.connectionString)
    await installJobQueue(primary.connectionString)
    await replica.start()
  } catch (error) {
    await remove()
    throw error
  }
  return { primary, replica, remove }
}

async function describeNode(
  folder: string,
  { prefix, postgres }: PostgresPrograms,
  more: string[],
): Promise<DatabaseNode> {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'wal_level=replica',
    'wal_keep_size=256MB',
    'hot_standby=on',
    'wal_retrieve_retry_interval=100ms',
    'shared_buffers=32MB',
    'fsync=off',
    'synchronous_commit=on',
    ...more,
  ].flatMap((setting) => ['-c', setting])
  const cluster = clusterFolder(folder)
  const [program = '', ...args] = [...prefix, postgres, '-D', cluster, ...settings]
  const connectionString = await embeddedConnectionString(
    folder,
    { host: folder, port: 5432 },
    'raahi',
  )
  let child: ChildProcess | undefined
  return {
    connectionString,
    query: (text) => onServer(connectionString, async (client) => (await client.query(text)).rows),
    async start() {
      await rm(join(cluster, 'postmaster.pid'), { force: true })
      const started = spawn(program, args, { env: postgresEnvironment(), stdio: 'ignore' })
      child = started
      for (;;) {
        if (started.exitCode !== null) throw new Error(`PostgreSQL ended with ${started.exitCode}`)
        const file = await readPidFile(cluster)
        if (file?.ready && file.pid === started.pid) return
        await sleep(20)
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGQUIT') // Ends the server and its processes at once.
      await exited
    },
  }
}

async function onServer<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {}) // The running query rejects with the error.
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
