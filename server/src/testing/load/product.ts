import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../../..')
const compiled = join(root, 'node_modules/.cache/raahi-compiled')
/** Enough for a busy machine that recovers a database. */
const readyTimeoutMs = 120_000

/** `NODE_OPTIONS` for a machine with little memory, as in docs/operations.md. A leak is seen early. */
export const smallHeap = '--max-semi-space-size=4 --max-old-space-size=128'

/** A running product in a separate process. */
export type Product = {
  port: number
  pid: number
  /** Time from the start of the process to the first 200 of `/readyz`. */
  readyAfterMs: number
  isRunning(): boolean
  /** The exit code, if the process has ended, and the end of its log. */
  readLogEnd(): Promise<string>
  /**
   * Stops the process gracefully, or by SIGKILL after a timeout.
   * @returns its exit code, or null after SIGKILL
   */
  stop(): Promise<number | null>
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export type StartProduct = {
  /** Path relative to the project folder. */
  entry?: string
  port: number
  /** Unset: the embedded database in the data folder. */
  databaseUrl?: string
  /** Folder of data and log. */
  folder: string
  env?: Record<string, string>
}

/**
 * Starts the product as in production: log level info, written to a file. All other settings have their defaults.
 * @throws Error with the end of the log if the product does not become ready
 */
export async function startProduct(start: StartProduct): Promise<Product> {
  const { entry = 'server/src/main.ts', port, databaseUrl, folder, env = {} } = start
  const logFile = join(folder, `server-${port}.log`)
  const log = openSync(logFile, 'a')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, entry)], {
    env: {
      PATH: process.env.PATH,
      SERVER_PROCESSES: process.env.SERVER_PROCESSES,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DEMO_DATA: 'off',
      // An audit during only one side of a pair would distort the comparison.
      AUDIT_EVERY_MINUTES: '0',
      DATA_DIR: join(folder, 'data'),
      // As in `npm start`. Without the cache, each start strips the types again, which takes memory and time.
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const stop = () => stopChild(child)
  const readLogEnd = async () => {
    const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
    // The error that ended the process is not a JSON log line, and many log lines may follow it.
    const errorLines = lines.filter((line) => !line.startsWith('{')).slice(-20)
    const end = child.signalCode ?? child.exitCode ?? 'still running'
    return [`(${end})`, ...errorLines, ...lines.slice(-5)].join('\n')
  }
  children.add(child)
  child.once('exit', () => children.delete(child))
  try {
    await waitUntilReady(child, port)
  } catch (cause) {
    await stop()
    throw new Error(`the server did not become ready: ${await readLogEnd()}`, { cause })
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    isRunning: () => isRunning(child),
    readLogEnd,
    stop,
  }
}

/** Runs `work` with a product, and stops it. */
export async function withProduct<T>(
  start: StartProduct,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  const product = await startProduct(start)
  try {
    return await work(product)
  } finally {
    await product.stop()
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function waitUntilReady(child: ChildProcess, port: number): Promise<void> {
  const deadlineMs = performance.now() + readyTimeoutMs
  while (performance.now() < deadlineMs) {
    if (!isRunning(child)) throw new Error('the process ended')
    if (await isReady(port)) return
    await sleep(5)
  }
  throw new Error('the timeout has expired')
}

/** Whether a product, or a proxy in front of it, reports that it is ready. */
export async function isReady(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(5000)
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => {})
  return response?.status === 200
}

async function stopChild(child: ChildProcess): Promise<number | null> {
  if (!isRunning(child)) return child.exitCode
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await exited
  clearTimeout(killTimer)
  return child.exitCode
}
