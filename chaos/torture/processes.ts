import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterFolder, readPidFile } from '../../server/src/platform/database/postgres-cluster.ts'
import { sendSignal } from '../../server/src/platform/database/postgres-processes.ts'
import { childrenOf } from '../../server/src/testing/load/processes.ts'

/** The main process of the database on this data folder. Undefined until it is ready. */
export async function databasePid(dataFolder: string): Promise<number | undefined> {
  const file = await readPidFile(clusterFolder(dataFolder))
  return file?.ready ? file.pid : undefined
}

/**
 * The processes of the database.
 * @throws Error if it is not running
 */
export async function databaseProcesses(
  dataFolder: string,
): Promise<{ main: number; backends: number[]; all: number[] }> {
  const main = await databasePid(dataFolder)
  if (main === undefined) throw new Error('the database is not running')
  const workers = await childrenOf(main)
  return { main, backends: await backendsAmong(workers), all: [main, ...workers] }
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) sendSignal(pid, 'SIGKILL')
}

/** Processes that serve a connection of the product, found by process title. */
async function backendsAmong(pids: readonly number[]): Promise<number[]> {
  const titles = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, at) => titles[at]?.includes('raahi raahi'))
}

/** Other processes with the folder as working directory, in an argument or in their environment: leftovers of a run. */
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

/**
 * Polls a condition.
 * @throws Error after `timeoutMs`
 */
export async function waitUntil(
  what: string,
  timeoutMs: number,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${timeoutMs} ms`)
    await sleep(10)
  }
}
