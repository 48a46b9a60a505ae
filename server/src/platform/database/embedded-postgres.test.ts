import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fillDataFolder } from '../../testing/data-folder.ts'
import { testCache } from '../../testing/test-cache.ts'
import { connectDatabase } from './connect.ts'
import { readPidFile } from './postgres-cluster.ts'
import { runsOn } from './postgres-processes.ts'

const holder = join(import.meta.dirname, '../../testing/database-holder.ts')

let folder: string
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'raahi-embedded-'))
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  const server = await readPidFile(join(folder, 'postgres'))
  if (server && (await isRunning(server.pid))) process.kill(server.pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

describe('the embedded database', () => {
  test('keeps committed data when its parent is killed, and the next start takes it over', async () => {
    fillDataFolder(folder)
    const first = await startDatabaseProcess()
    await run(first.address, 'CREATE TABLE kept AS SELECT 7 AS figure')
    const firstServer = await serverPid()
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(await isRunning(firstServer), 'the server outlives its parent').toBe(true)

    const second = await startDatabaseProcess()
    expect(await run(second.address, 'SELECT figure FROM kept')).toEqual([{ figure: 7 }])
    expect(await isRunning(firstServer), 'the first server has ended').toBe(false)
  })

  test('keeps committed data when parent and server are killed', async () => {
    fillDataFolder(folder)
    const first = await startDatabaseProcess()
    await run(first.address, 'CREATE TABLE kept AS SELECT 7 AS figure')
    const server = await serverPid()
    first.child.kill('SIGKILL')
    process.kill(server, 'SIGKILL')
    await once(first.child, 'exit')

    const second = await startDatabaseProcess()
    expect(await run(second.address, 'SELECT figure FROM kept')).toEqual([{ figure: 7 }])
  })

  test('restarts when only the server is killed, and the pool continues', async () => {
    fillDataFolder(folder)
    const { address, child } = await startDatabaseProcess()
    const lost: Error[] = []
    const database = connectDatabase({
      connectionString: address,
      poolSize: 4,
      onConnectionError: (error) => lost.push(error),
    })
    await database.pool.query('CREATE TABLE kept AS SELECT 7 AS figure')
    const busy = await database.pool.connect() // Lost while checked out, which would end the process without a listener.
    const killed = await serverPid()
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(() => expect(lost.length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 10,
    })
    busy.release()
    const rows = await vi.waitFor(
      async () => (await database.pool.query('SELECT figure FROM kept')).rows,
      { timeout: 30_000, interval: 20 },
    )
    expect(rows).toEqual([{ figure: 7 }])
    expect(child.exitCode).toBeNull()
    expect(await serverPid()).not.toBe(killed)
    await database.close()
  })

  test('is refused to a second process, which reports the first and leaves it running', async () => {
    fillDataFolder(folder)
    const first = await startDatabaseProcess()
    const second = start()
    const result = await ended(second)
    expect(result.code).toBe(1)
    expect(result.stderr).toBe(
      `Raahi is already running on the data folder ${folder} (process ${first.child.pid}): stop it first, or set DATA_DIR to another folder.\n`,
    )
    expect(await run(first.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('leaves no process behind when its parent is stopped', async () => {
    fillDataFolder(folder)
    const { child } = await startDatabaseProcess()
    const server = await serverPid()
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(await isRunning(server)).toBe(false)
    expect(await readPidFile(join(folder, 'postgres'))).toBeUndefined()
  })

  test('is complete after a first start that was killed while creating it', async () => {
    const first = start()
    await vi.waitFor(
      async () =>
        expect((await readdir(folder)).some((name) => /new-\w{8}$/.test(name))).toBe(true),
      { timeout: 30_000, interval: 5 },
    )
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(await readdir(folder)).not.toContain('postgres')

    const second = await startDatabaseProcess()
    expect(await run(second.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('starts although another program has the pid in its pid file', async () => {
    fillDataFolder(folder)
    const first = await startDatabaseProcess()
    const pidFile = join(folder, 'postgres', 'postmaster.pid')
    const text = await readFile(pidFile, 'utf8')
    first.child.kill('SIGTERM')
    await once(first.child, 'exit')
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    children.push(bystander)
    const stale = text.replace(/^\d+/, String(bystander.pid))
    await writeFile(pidFile, stale)
    await writeFile(join(folder, 'run', '.s.PGSQL.5432.lock'), stale)

    const second = await startDatabaseProcess()
    expect(await run(second.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(bystander.exitCode).toBeNull()
    expect(bystander.signalCode).toBeNull()
  })

  test('listens on no network port and stores its password for its owner only', async () => {
    const { address } = await startDatabaseProcess()
    const [settings] = await run(
      address,
      `SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS waits, current_setting('server_encoding') AS encoding`,
    )
    const tcp = process.platform === 'win32' ? '127.0.0.1' : ''
    expect(settings).toEqual({ tcp, fsync: 'on', waits: 'on', encoding: 'UTF8' })
    const wrong = new URL(address)
    wrong.password = 'wrong'
    await expect(run(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  })
})

function start(): ChildProcess {
  const child = spawn(process.execPath, [holder, folder], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(testCache, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/** Starts a process that runs the database, and waits for its address. */
async function startDatabaseProcess(): Promise<{ child: ChildProcess; address: string }> {
  const child = start()
  const startError = ended(child).then(({ stderr }) => Promise.reject(new Error(stderr)))
  startError.catch(() => {}) // Only an error before the address is read is reported.
  const [address] = await Promise.race([once(child.stdout ?? child, 'data'), startError])
  return { child, address: String(address).trim() }
}

async function ended(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stderr }
}

async function serverPid(): Promise<number> {
  const file = await readPidFile(join(folder, 'postgres'))
  if (!file) throw new Error('no server is running')
  return file.pid
}

/** False for a dead process that was not reaped, and for another process with the same pid. */
const isRunning = (pid: number) => runsOn(pid, join(folder, 'postgres'))

async function run(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {}) // The test kills the server.
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
