import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPidFile } from './platform/database/postgres-cluster.ts'
import { runsOn } from './platform/database/postgres-processes.ts'
import { fillDataFolder } from './testing/data-folder.ts'
import { mainFile, processSettings } from './testing/product-process.ts'
import { createTestDatabase } from './testing/test-database.ts'

/** Runs in the supervisor. The first replacement of a worker cannot be started, as on a machine without resources. */
const failOneReplacement = `
  import cluster from 'node:cluster'
  const path = process.execPath
  cluster.once('exit', () => { process.execPath = '/nowhere' })
  cluster.on('fork', () => { process.execPath = path })`

let folder: string
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'raahi-main-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  const cluster = join(folder, 'postgres')
  const server = await readPidFile(cluster)
  if (server && (await runsOn(server.pid, cluster))) process.kill(server.pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

describe('a failed start prints the reason in one sentence and exits with 1', () => {
  test('wrong settings, with one sentence each', async () => {
    expect(await startAndFail({ PORT: 'http', LOG_LEVEL: 'loud' })).toBe(
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.\nPORT must be a whole number from 1 to 65535.',
    )
  })

  test('a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const dataDir = join(file, 'data')
    expect(await startAndFail({ DATA_DIR: dataDir })).toBe(
      `The data folder ${dataDir} cannot be written (ENOTDIR): make it writable for this user, or set DATA_DIR to another folder.`,
    )
  })

  test('a database that does not run, without printing its password', async () => {
    const port = await freePort()
    expect(
      await startAndFail({ DATABASE_URL: `postgresql://raahi:secret@127.0.0.1:${port}/raahi` }),
    ).toBe(
      `The database at 127.0.0.1:${port} cannot be used (connect ECONNREFUSED 127.0.0.1:${port}): check that it runs and that DATABASE_URL is right.`,
    )
  })

  test('a database that does not store text as UTF-8', async () => {
    const own = await createTestDatabase()
    const url = new URL(own.connectionString)
    const name = `${url.pathname.slice(1)}_latin`
    await own.database.pool.query(
      `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
    )
    url.pathname = `/${name}`
    expect(await startAndFail({ DATABASE_URL: url.href })).toContain('stores text as LATIN1')
    await own.database.pool.query(`DROP DATABASE ${name}`)
    await own.drop()
  })

  test.each([
    { processes: '1', address: '127.0.0.1' },
    // The server already listens on the first address, which must not count as a finished start.
    { processes: '2', address: '::1' },
  ])(
    'a port in use on $address, with $processes processes, and leaves no database running',
    async ({ processes, address }) => {
      if (processes === '2') fillDataFolder(folder) // With one process, at a first start.
      const host = address === '::1' && !(await hasIpv6()) ? '127.0.0.1' : address
      const taken = await takePort(host)
      expect(await startAndFail({ PORT: String(taken.port), SERVER_PROCESSES: processes })).toBe(
        `Port ${taken.port} on ${host} is in use: stop the other program, or set PORT to another port.`,
      )
      taken.server.close()
      expect(await readPidFile(join(folder, 'postgres'))).toBeUndefined()
    },
  )
})

describe('several processes behind one port', () => {
  let port: number
  let first: ChildProcess
  beforeEach(async () => {
    fillDataFolder(folder)
    port = await freePort()
    first = start({
      PORT: String(port),
      SERVER_PROCESSES: '2',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failOneReplacement)}`,
    })
    await untilReady(port)
    await untilWorkerCount(2)
  })
  const untilWorkerCount = (count: number) =>
    vi.waitFor(() => expect(serversOf(first)).toHaveLength(count), {
      timeout: 30_000,
      interval: 50,
    })

  test('killed processes are replaced, even if the first replacement cannot be started, and the port responds again', async () => {
    let printed = ''
    first.stderr?.on('data', (chunk) => {
      printed += chunk
    })
    const before = serversOf(first)
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await vi.waitFor(
      async () => {
        const now = serversOf(first)
        expect(now).toHaveLength(2)
        expect(now.filter((pid) => before.includes(pid))).toEqual([])
      },
      { timeout: 30_000, interval: 50 },
    )
    await untilReady(port)
    expect(printed).toContain('A server process could not be started (spawn')
  })

  test('SIGTERM stops all processes, then the database, with exit code 0', async () => {
    const servers = serversOf(first)
    const postgres = await readPidFile(join(folder, 'postgres'))
    const stoppedAt = performance.now()
    first.kill('SIGTERM')
    expect(await once(first, 'exit')).toEqual([0, null])
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
    expect(servers.filter(isRunning)).toEqual([])
    expect(await runsOn(postgres?.pid ?? 0, join(folder, 'postgres'))).toBe(false)
    const log = await readFile(join(folder, 'postgres.log'), 'utf8')
    expect(log).toContain('database system is shut down')
    expect(log).not.toContain('due to administrator command')
  })

  test('all processes exit if the supervisor is killed', async () => {
    const servers = serversOf(first)
    first.kill('SIGKILL')
    await once(first, 'exit')
    // A process that is still loading its code exits later.
    await vi.waitFor(() => expect(servers.filter(isRunning)).toEqual([]), { timeout: 30_000 })
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('a running server', () => {
  test('responds on both loopback addresses, and stops on SIGTERM with exit code 0 and without a remaining process', async () => {
    const port = await freePort()
    const child = start({ PORT: String(port) })
    await untilReady(port)
    const hosts = (await hasIpv6()) ? ['127.0.0.1', '[::1]'] : ['127.0.0.1']
    for (const host of hosts) {
      expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200)
    }
    const server = await readPidFile(join(folder, 'postgres'))
    const stoppedAt = performance.now()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
    expect(await runsOn(server?.pid ?? 0, join(folder, 'postgres'))).toBe(false)
  })

  test('survives a crash of its database and serves again', async () => {
    fillDataFolder(folder)
    const port = await freePort()
    const child = start({ PORT: String(port) })
    await untilReady(port)
    const server = await readPidFile(join(folder, 'postgres'))
    process.kill(server?.pid ?? 0, 'SIGKILL')
    await vi.waitFor(
      async () => {
        const now = await readPidFile(join(folder, 'postgres'))
        expect(now?.ready && now.pid !== server?.pid).toBe(true)
      },
      { timeout: 30_000, interval: 20 },
    )
    await untilReady(port)
    expect(child.exitCode).toBeNull()
  })

  test('creates the first admin once and no demo data in a configured database', async () => {
    const own = await createTestDatabase()
    const settings = {
      DATABASE_URL: own.connectionString,
      DEMO_DATA: '',
      ADMIN_EMAIL: 'first@raahi.example',
      ADMIN_PASSWORD: 'a long password',
    }
    for (const _start of ['first', 'second']) {
      const port = await freePort()
      const child = start({ ...settings, PORT: String(port) })
      await untilReady(port)
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    const { rows } = await own.database.pool.query('SELECT email, role FROM users')
    expect(rows).toEqual([{ email: 'first@raahi.example', role: 'admin' }])
    await own.drop()
  })
})

/** The process ids of the workers of a supervisor. */
function serversOf({ pid }: ChildProcess): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n')
  return all
    .map((line) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args]) => Number(parent) === pid && args?.includes(mainFile))
    .map(([, id]) => Number(id))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function start(env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [mainFile], {
    env: {
      ...processSettings,
      DATA_DIR: folder,
      DEMO_DATA: 'off',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  return child
}

/** Starts the product, which fails. @returns the printed text */
async function startAndFail(env: NodeJS.ProcessEnv): Promise<string> {
  const child = start(env)
  let printed = ''
  child.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  return printed.trim()
}

async function untilReady(port: number): Promise<void> {
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
    { timeout: 60_000, interval: 50 },
  )
}

async function takePort(host = '127.0.0.1'): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port was given.')
  return { server, port: address.port }
}

async function freePort(): Promise<number> {
  const { server, port } = await takePort()
  server.close()
  await once(server, 'close')
  return port
}

async function hasIpv6(): Promise<boolean> {
  return takePort('::1').then(
    ({ server }) => {
      server.close()
      return true
    },
    () => false,
  )
}
