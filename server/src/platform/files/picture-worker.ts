import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { PictureJob, PictureResult } from './picture-jobs.ts'

/** The largest allowed picture takes 2 s of a core; an overloaded machine gets several times as much. */
const defaultTimeLimitMs = 15_000
/** Time limit for the start of the process, which loads its code. */
const startLimitMs = 30_000
/** An idle process ends after this time to release its memory, because most sign-ups are minutes apart. */
const idleMs = 10_000

export type StartProcess = () => ChildProcess

export interface PictureWorker {
  /**
   * Encodes one picture at a time.
   * @throws Error if the process cannot be started
   */
  draw(job: PictureJob): Promise<PictureResult>
  close(): void
}

/** Creates a picture process that starts with the first picture and ends when idle. */
export function createPictureWorker({
  timeLimitMs = defaultTimeLimitMs,
  startProcess = forkPictureProcess,
}: {
  timeLimitMs?: number
  startProcess?: StartProcess
}): PictureWorker {
  let running: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  async function start(): Promise<ChildProcess> {
    const child = startProcess()
    running = child
    // The server process may end while this one is idle.
    child.unref()
    child.channel?.unref()
    const forget = () => {
      if (running === child) running = undefined
    }
    child.once('exit', forget).once('error', forget)
    await nextMessage(child, startLimitMs) // The process reports that it is ready.
    return child
  }

  function end() {
    clearTimeout(idle)
    if (running?.connected) running.disconnect()
    running = undefined
  }

  return {
    async draw(job) {
      clearTimeout(idle)
      try {
        const child = running ?? (await start())
        child.send(job)
        return await nextMessage<PictureResult>(child, timeLimitMs)
      } catch (error) {
        // A picture that takes too long, or crashes its decoder, is unreadable.
        if (error instanceof ProcessKilled) return { refusal: 'unreadable', reason: error.message }
        throw error
      } finally {
        idle = setTimeout(end, idleMs).unref()
      }
    },
    close: end,
  }
}

class ProcessKilled extends Error {}

/**
 * The next message of a process, which is killed if it takes too long.
 * @throws ProcessKilled; Error if the process ended by itself
 */
async function nextMessage<T>(child: ChildProcess, withinMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const onMessage = (message: unknown) => resolve(message as T)
  const onExit = (code: number | null, signal: string | null) =>
    reject(
      signal
        ? new ProcessKilled(`the picture process ended by ${signal}`)
        : new Error(`the picture process ended with ${code}`),
    )
  child.once('message', onMessage).once('exit', onExit).once('error', reject)
  const overdue = setTimeout(() => child.kill('SIGKILL'), withinMs)
  try {
    return await promise
  } finally {
    clearTimeout(overdue)
    child.off('message', onMessage).off('exit', onExit).off('error', reject)
  }
}

export function forkPictureProcess(): ChildProcess {
  return fork(join(import.meta.dirname, 'picture-process.ts'), [], {
    // Buffers are passed unchanged.
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=128', '--expose-gc'],
    // glibc keeps freed memory per thread. With these settings it returns large blocks at once.
    env: {
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    },
  })
}
