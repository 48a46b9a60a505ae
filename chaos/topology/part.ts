import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const DEPLOY = join(import.meta.dirname, '../../deploy')
const UP_WITHIN_MS = 180_000

/** A program of the topology that runs, with whatever processes it has started. */
export type Part = {
  name: string
  pid: number
  isRunning(): boolean
  /** SIGKILL to it and every process of it, as a machine that is switched off. */
  kill(): Promise<void>
  /** In order: what it does on `signal`. */
  stop(signal: NodeJS.Signals): Promise<void>
}

const running = new Set<Part>()
// Nothing that a run has started stays behind, however it ends.
process.once('exit', () => {
  for (const part of running) killAll([part.pid])
})

export type StartPart = {
  name: string
  command: readonly string[]
  env: Record<string, string>
  /** Where its log goes. */
  folder: string
  /** It is up when something listens here, or when this says so. */
  isUp: number | (() => Promise<boolean>)
}

/** @throws Error with the end of its log where it does not come up. */
export async function startPart({ name, command, env, folder, isUp }: StartPart): Promise<Part> {
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'a')
  const [program = '', ...args] = command
  // A session of its own: Ctrl-C reaches us alone, and we stop the parts in their order.
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    cwd: folder,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  const part = partOf(name, child)
  running.add(part)
  child.once('exit', () => running.delete(part))
  const until = performance.now() + UP_WITHIN_MS
  const up = typeof isUp === 'number' ? () => listens(isUp) : isUp
  while (!(await up())) {
    const late = performance.now() > until
    if (!late && part.isRunning()) await sleep(10)
    else {
      await part.kill()
      const said = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-5).join('\n')
      throw new Error(`${name} ${late ? 'did not come up in time' : 'ended'}: ${said}`)
    }
  }
  return part
}

function partOf(name: string, child: ChildProcess): Part {
  const pid = child.pid ?? 0
  const isRunning = () => child.exitCode === null && child.signalCode === null && pid > 0
  const gone = async () => {
    if (isRunning()) await once(child, 'exit')
  }
  return {
    name,
    pid,
    isRunning,
    async kill() {
      const others = await descendantsOf(pid)
      killAll([pid, ...others])
      await gone()
      while ((await Promise.all(others.map(isAlive))).includes(true)) await sleep(5)
    },
    async stop(signal) {
      if (!isRunning()) return
      child.kill(signal)
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await gone()
      clearTimeout(killTimer)
    },
  }
}

export async function descendantsOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.split(' ').filter(Boolean).map(Number)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
  }
}

/** One that has ended and that nobody has asked after yet counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat !== undefined && !/\) [ZX] /.test(stat)
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
