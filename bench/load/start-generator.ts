import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Job, LoadResult } from './jobs.ts'

/** A process that loads servers, one job at a time. */
export type Generator = {
  /**
   * @throws Error if a connection is lost or a request fails. An error response costs less than the work and would
   * improve the figure.
   */
  run(job: Job): Promise<LoadResult>
  close(): void
}

export function startGenerator(): Generator {
  const child: ChildProcess = fork(join(import.meta.dirname, 'generator.ts'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    async run(job) {
      child.send(job)
      const [answer]: { result?: LoadResult; problem?: string }[] = await once(child, 'message')
      if (!answer?.result) throw new Error(`the load generator failed: ${answer?.problem}`)
      const { refused, firstRefusal } = answer.result
      if (Object.keys(refused).length > 0) {
        throw new Error(
          `error responses by status: ${JSON.stringify(refused)}; the first: ${firstRefusal}`,
        )
      }
      return answer.result
    },
    close: () => child.disconnect(),
  }
}
