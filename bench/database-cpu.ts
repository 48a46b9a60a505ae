import { readFile } from 'node:fs/promises'
import { descendantsOf } from '../chaos/topology/part.ts'

/** CPU time in ms of each child process of the database. It varies less than elapsed time on a busy machine. */
export async function readCpuTimes(main: number): Promise<Map<number, number>> {
  const times = new Map<number, number>()
  for (const pid of await descendantsOf(main)) times.set(pid, await cpuOfProcess(pid))
  return times
}

/** CPU time in ms of one process; 0 on systems without /proc. */
export async function cpuOfProcess(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
  return Number(text.split(' ')[0]) / 1e6
}

/** The CPU time in ms between two readings, including processes that started in between. */
export function cpuBetween(before: Map<number, number>, after: Map<number, number>): number {
  let sum = 0
  for (const [pid, time] of after) sum += time - (before.get(pid) ?? 0)
  return sum
}
