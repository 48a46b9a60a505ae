import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readPidFile } from './postgres-cluster.ts'

const run = promisify(execFile)

/**
 * Ends the processes of an earlier start on these files, so that a new server may use them. A server whose parent was
 * killed is shut down; the workers of a killed server get a moment to exit and are then killed, as the following
 * recovery requires. Then the lock files are removed, because PostgreSQL takes any process with their pid for a running
 * server, even another program or a dead process that was not reaped.
 *
 * Call it only while holding the data folder's lock.
 */
export async function clearEarlierServer(cluster: string, socketFolder?: string): Promise<void> {
  const earlier = await readPidFile(cluster)
  if (earlier && (await runsOn(earlier.pid, cluster))) await endServer(earlier.pid, cluster)
  const noticeUntil = Date.now() + 500
  for (;;) {
    const workers = await processesOn(cluster)
    if (workers.length === 0) break
    if (Date.now() > noticeUntil) for (const pid of workers) sendSignal(pid, 'SIGKILL')
    await sleep(10)
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  if (!socketFolder) return
  for (const name of await readdir(socketFolder)) {
    if (name.startsWith('.s.PGSQL.')) await rm(join(socketFolder, name), { force: true })
  }
}

/** Fast shutdown; if it takes too long, an immediate one; then SIGKILL. */
async function endServer(pid: number, cluster: string): Promise<void> {
  for (const [kind, timeoutMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    sendSignal(pid, kind)
    const until = Date.now() + timeoutMs
    while (Date.now() < until) {
      if (!(await runsOn(pid, cluster))) return
      await sleep(10)
    }
  }
}

/** Sends a signal. It is no error if the process has already ended. */
export function sendSignal(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind)
  } catch {
    // The process has ended already.
  }
}

/**
 * Returns whether this pid is currently a PostgreSQL process on these files, and not another program with a reused pid.
 */
export async function runsOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return isRunningIn(pid, cluster)
  try {
    if (process.platform === 'win32') {
      const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
      return stdout.toLowerCase().includes('postgres.exe')
    }
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'stat=,command='])
    return !stdout.trimStart().startsWith('Z') && stdout.includes(cluster)
  } catch {
    return false // `ps` exits with 1 if the process does not exist.
  }
}

/**
 * Every PostgreSQL process on these files. Only Linux can list them; on other systems the new server fails and is
 * retried.
 */
async function processesOn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map((pid) => isRunningIn(pid, cluster)))
  return pids.filter((_, at) => found[at])
}

/** PostgreSQL's working directory is its data folder; a dead process that was not reaped has none. */
async function isRunningIn(pid: number, cluster: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false
    return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres'
  } catch {
    return false
  }
}
