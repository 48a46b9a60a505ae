import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterFolder, readPidFile } from '../../server/src/database/postgres-cluster.ts'
import type { Product } from '../product.ts'

/** What a kill -9 can hit. */
export const TARGETS = {
  server: 'the server',
  database: 'the database’s main process',
  backend: 'one connection’s process of the database',
  databaseWhole: 'every process of the database',
  everything: 'server and database at once',
} as const
export type Target = keyof typeof TARGETS

/** Whether the server process itself dies, so that somebody has to start it again. */
export const endsServer = (target: Target) => target === 'server' || target === 'everything'

/** The main process of the database that runs on the data folder; undefined while there is none that is ready. */
export async function databasePid(dataFolder: string): Promise<number | undefined> {
  const file = await readPidFile(clusterFolder(dataFolder))
  return file?.ready ? file.pid : undefined
}

/**
 * Kills the target with SIGKILL.
 * @throws Error where there is no running database.
 */
export async function kill(
  target: Target,
  { product, dataFolder, random }: { product: Product; dataFolder: string; random: () => number },
): Promise<void> {
  const main = await databasePid(dataFolder)
  if (main === undefined) throw new Error('the database is not running')
  const workers = await childrenOf(main)
  switch (target) {
    case 'server':
      return killAll([product.pid])
    case 'database':
      return killAll([main])
    case 'backend': {
      const backends = await backendsAmong(workers)
      return killAll([backends[Math.floor(random() * backends.length)] ?? main])
    }
    case 'databaseWhole':
      return killAll([main, ...workers])
    case 'everything':
      return killAll([product.pid, main, ...workers])
  }
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Those that serve a connection of the product; their titles say so. */
async function backendsAmong(pids: readonly number[]): Promise<number[]> {
  const titles = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, at) => titles[at]?.includes('raahi raahi'))
}

/** Waits for something that must happen. @throws Error where it takes too long. */
export async function until(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${withinMs} ms`)
    await sleep(5)
  }
}
