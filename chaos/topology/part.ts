import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '../../server/src/testing/load/processes.ts'
import { killAll } from '../torture/processes.ts'

export const deploy = join(import.meta.dirname, '../../deploy')
const startTimeoutMs = 180_000

/** A running program of the topology, with its child processes. */
export type Part = {
  name: string
  pid: number
  isRunning(): boolean
  /** Sends SIGKILL to the program and its descendants, as if the machine were switched off. */
  kill(): Promise<void>
  /** Sends `signal`, waits for the end, and sends SIGKILL after 15 s. */
  stop(signal: NodeJS.Signals): Promise<void>
}

const running = new Set<Part>()
// Kills every part that still runs when this process ends.
process.once('exit', () => {
  for (const part of running) killAll([part.pid])
})

export type StartPart = {
  name: string
  command: readonly string[]
  env: Record<string, string>
  /** Folder of the log file. */
  folder: string
  /** A port that accepts connections when the part is up, or a function that returns true. */
  isUp: number | (() => Promise<boolean>)
}

/** @throws Error with the end of the log if the part does not start */
export async function startPart({ name, command, env, folder, isUp }: StartPart): Promise<Part> {
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'a')
  const [program = '', ...args] = command
  // A separate process group: Ctrl-C reaches only this process, which stops the parts gracefully.
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    cwd: folder,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  const part = createPart(name, child)
  running.add(part)
  child.once('exit', () => running.delete(part))
  const deadlineMs = performance.now() + startTimeoutMs
  const up = typeof isUp === 'number' ? () => listens(isUp) : isUp
  while (!(await up())) {
    const isLate = performance.now() > deadlineMs
    if (!isLate && part.isRunning()) await sleep(10)
    else {
      await part.kill()
      const logEnd = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-5).join('\n')
      throw new Error(`${name} ${isLate ? 'did not start in time' : 'ended'}: ${logEnd}`)
    }
  }
  return part
}

function createPart(name: string, child: ChildProcess): Part {
  const pid = child.pid ?? 0
  const isRunning = () => child.exitCode === null && child.signalCode === null && pid > 0
  const waitForExit = async () => {
    if (isRunning()) await once(child, 'exit')
  }
  return {
    name,
    pid,
    isRunning,
    async kill() {
      const others = await descendantsOf(pid)
      killAll([pid, ...others])
      await waitForExit()
      while ((await Promise.all(others.map(isAlive))).includes(true)) await sleep(5)
    },
    async stop(signal) {
      if (!isRunning()) return
      child.kill(signal)
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await waitForExit()
      clearTimeout(killTimer)
    },
  }
}

export async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid).catch(() => [])
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

/** A zombie process, which its parent has not waited for yet, counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat !== undefined && !/\) [ZX] /.test(stat)
}

export function listens(port: number, address = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
