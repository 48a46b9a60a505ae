import { parseArgs } from 'node:util'
import { positiveInteger } from '../server/src/testing/load/options.ts'

export const partNames = [
  'list',
  'filters',
  'pages',
  'buy',
  'calls',
  'flood',
  'events',
  'jobs',
  'memory',
  'intake',
  'imports',
  'webhooks',
  'start',
  'size',
] as const
export type Part = (typeof partNames)[number]

export type Options = {
  only: readonly Part[]
  /** Number of paired rounds of each measurement. */
  rounds: number
  /** Duration of each side of a round. */
  seconds: number
  /** Leads in the databases that the parts share: one hundredth, one tenth and all of `--leads`. */
  small: number
  medium: number
  large: number
  /** Parent of the folder for databases and logs, which is deleted at the end. */
  folder: string | undefined
  /** First of two ports. */
  port: number
}

export const usage = `npm run bench -- [options]
  --only ${partNames.join(',')}   parts to measure (default: all)
  --rounds 5        number of paired rounds of each measurement
  --seconds 4       duration of each side of a round
  --leads 1000000   leads in the largest database, a multiple of 2,000
  --folder …        parent folder of temporary files, on a disk and not in memory (default: inside the checkout)
  --port 8070       first of two ports on 127.0.0.1`

/**
 * Reads the command line of `npm run bench`.
 * @throws Error that names the wrong option
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: partNames.join(',') },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      leads: { type: 'string', default: '1000000' },
      folder: { type: 'string' },
      port: { type: 'string', default: '8070' },
    },
  })
  const only = values.only.split(',').map((name) => {
    const part = partNames.find((known) => known === name.trim())
    if (!part)
      throw new Error(`--only does not accept '${name}'. Allowed: ${partNames.join(', ')}.`)
    return part
  })
  const seconds = Number(values.seconds)
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0.')
  const large = positiveInteger('--leads', values.leads)
  if (large % 2000 > 0) throw new Error('--leads must be a multiple of 2000.')
  return {
    only,
    rounds: positiveInteger('--rounds', values.rounds),
    seconds,
    small: large / 100,
    medium: large / 10,
    large,
    folder: values.folder,
    port: positiveInteger('--port', values.port),
  }
}
