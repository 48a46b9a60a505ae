import { parseArgs } from 'node:util'
import { positiveInteger } from '../options.ts'

export type CrashOptions = {
  kills: number
  clients: number
  /** Of the random choice of what is killed when, so that a run can be repeated. */
  seed: number
  folder: string | undefined
  port: number
}

export const USAGE = `npm run crash -- [options]
  --kills 20      how often something is killed
  --clients 64    agents that buy all the while
  --seed N        of what is killed when (printed)
  --folder …      where the data folder is made (below the checkout)
  --port 8079     of the server, on 127.0.0.1`

/**
 * Reads the command line of `npm run crash`.
 * @throws Error with one sentence where an option is wrong.
 */
export function readCrashOptions(args: readonly string[]): CrashOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '20' },
      clients: { type: 'string', default: '64' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 999_999)) },
      folder: { type: 'string' },
      port: { type: 'string', default: '8079' },
    },
  })
  return {
    kills: positiveInteger('--kills', values.kills),
    clients: positiveInteger('--clients', values.clients),
    seed: positiveInteger('--seed', values.seed),
    folder: values.folder,
    port: positiveInteger('--port', values.port),
  }
}

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
