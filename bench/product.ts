import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
/** Of a busy machine that recovers a database first. */
const READY_WITHIN_MS = 120_000

/** A running product, in a process of its own. */
export type Product = {
  port: number
  pid: number
  /** From the start of its process to the first 200 of `/readyz`. */
  readyAfterMs: number
  /** Whether the process is still there. */
  isRunning(): boolean
  /** How it ended, where it has, and the end of what it has written to its log. */
  lastWords(): Promise<string>
  /** Stops it in order, by force where that takes too long. @returns its exit code; null: it was forced */
  stop(): Promise<number | null>
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export type StartProduct = {
  /** From the project's folder on. */
  entry?: string
  port: number
  /** Unset: the embedded database in the data folder. */
  databaseUrl?: string
  /** Where its data and its log go. */
  folder: string
  env?: Record<string, string>
}

/**
 * Starts the product as in production: log level info, written to a file. Its own settings are the defaults.
 * @throws Error with the end of its log where it does not get ready.
 */
export async function startProduct(start: StartProduct): Promise<Product> {
  const { entry = 'server/src/main.ts', port, databaseUrl, folder, env = {} } = start
  const logFile = join(folder, `server-${port}.log`)
  const log = openSync(logFile, 'a')
  const flags = await flagsOfStart()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...flags, join(ROOT, entry)], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DEMO_DATA: 'off',
      // An audit of the books that falls into one side of a pair and not into the other would be measured with it.
      AUDIT_EVERY_MINUTES: '0',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const stop = () => stopChild(child)
  const lastWords = async () => {
    const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
    // What ended it is not a line of its log, and may be followed by many.
    const cries = lines.filter((line) => !line.startsWith('{')).slice(-20)
    const end = child.signalCode ?? child.exitCode ?? 'it runs'
    return [`(${end})`, ...cries, ...lines.slice(-5)].join('\n')
  }
  children.add(child)
  child.once('exit', () => children.delete(child))
  try {
    await untilReady(child, port)
  } catch (cause) {
    await stop()
    throw new Error(`the server did not get ready: ${await lastWords()}`, { cause })
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    isRunning: () => isRunning(child),
    lastWords,
    stop,
  }
}

/** What `npm start` tells Node itself, which decides on memory and speed as our own code does. */
async function flagsOfStart(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  return String(scripts.start)
    .split(' ')
    .filter((word) => word.startsWith('--'))
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS
  while (performance.now() < until) {
    if (!isRunning(child)) throw new Error('it ended')
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await sleep(5)
  }
  throw new Error('it took too long')
}

async function stopChild(child: ChildProcess): Promise<number | null> {
  if (!isRunning(child)) return child.exitCode
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await gone
  clearTimeout(killTimer)
  return child.exitCode
}

export type Memory = {
  nowMb: number
  peakMb: number
  /** Its share of what it has together with other processes, and all of what it has alone; summed up, nothing counts twice. */
  shareMb: number
}

/** Resident memory of a process in MB of 1,000,000 bytes; undefined where the system has no /proc. */
export async function memoryOf(pid: number): Promise<Memory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (!status) return undefined
  const inMb = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const shareKb = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
  return { nowMb: inMb('VmRSS'), peakMb: inMb('VmHWM'), shareMb: (shareKb * 1024) / 1e6 }
}
