import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterFolder, readPidFile } from '../../server/src/platform/database/postgres-cluster.ts'
import { signal } from '../../server/src/platform/database/postgres-processes.ts'

/** The main process of the database that runs on the data folder; undefined while there is none that is ready. */
export async function databasePid(dataFolder: string): Promise<number | undefined> {
  const file = await readPidFile(clusterFolder(dataFolder))
  return file?.ready ? file.pid : undefined
}

/** The processes of the database. @throws Error where it is not running */
export async function databaseProcesses(
  dataFolder: string,
): Promise<{ main: number; backends: number[]; all: number[] }> {
  const main = await databasePid(dataFolder)
  if (main === undefined) throw new Error('the database is not running')
  const workers = await childrenOf(main)
  return { main, backends: await backendsAmong(workers), all: [main, ...workers] }
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) signal(pid, 'SIGKILL')
}

/** The first process of a server and those that it has started to take requests. */
export async function serverProcesses(first: number): Promise<{ first: number; others: number[] }> {
  const children = await childrenOf(first).catch(() => [])
  const names = await Promise.all(
    children.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'gone')),
  )
  // The embedded database is a child of it too, in a name space of its own where that takes one.
  return {
    first,
    others: children.filter((_, at) => !/postgres|unshare|gone/.test(names[at] ?? '')),
  }
}

export async function childrenOf(pid: number): Promise<number[]> {
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

/** Processes other than this one that work in the folder or were given it: what a run that has ended left behind. */
export async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [where, command, given] = await Promise.all([
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
      ])
      const isOurs = [where, command, given].some((text) => text.includes(folder))
      return isOurs && Number(pid) !== process.pid
        ? `${pid} ${command.replaceAll('\0', ' ').slice(0, 100)}`
        : undefined
    }),
  )
  return found.filter((name) => name !== undefined)
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
    await sleep(10)
  }
}
