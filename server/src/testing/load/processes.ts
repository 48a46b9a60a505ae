import { readFile } from 'node:fs/promises'

export type Memory = {
  nowMb: number
  /** Private memory plus the proportional share of shared memory. A sum over processes counts no memory twice. */
  shareMb: number
}

/** Resident memory of a process in MB of 1,000,000 bytes. Undefined without /proc. */
export async function memoryOf(pid: number): Promise<Memory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (!status) return undefined
  const residentKb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const shareKb = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
  return { nowMb: (residentKb * 1024) / 1e6, shareMb: (shareKb * 1024) / 1e6 }
}

/** The main process of a server and its worker processes. */
export async function serverProcesses(main: number): Promise<{ main: number; others: number[] }> {
  const children = await childrenOf(main).catch(() => [])
  const names = await Promise.all(
    children.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'gone')),
  )
  // The embedded database is also a child process, sometimes through `unshare`.
  return {
    main,
    others: children.filter((_, at) => !/postgres|unshare|gone/.test(names[at] ?? '')),
  }
}

export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
