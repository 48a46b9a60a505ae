import { parseArgs } from 'node:util'
import { positiveInteger } from '../../bench/options.ts'
import { ALL_FAULTS, type FaultName } from './fault-names.ts'

export type TortureOptions = {
  /** Of everything that is chosen at random. */
  seed: number
  /** How long faults go on; undefined: until `kills` are done. */
  seconds: number | undefined
  /** How many kills, restarts and cut connections; undefined: as many as fit in `seconds`. */
  kills: number | undefined
  /** Agents; admins and travellers come on top. */
  clients: number
  faults: readonly FaultName[]
  /** Below which the data folder is made. */
  folder: string | undefined
}

export const USAGE = `npm run torture -- [options]
  --seed N        of every random choice (printed)
  --seconds 120   how long
  --kills N       ends after so many kills, restarts and lost connections instead
  --clients 24    agents; three admins and two travellers come on top
  --faults …      ${Object.keys(ALL_FAULTS).join(',')} (all of them), or none
  --folder …      where the data folder is made (below the checkout)`

/**
 * Reads the command line of `npm run torture`.
 * @throws Error with one sentence where an option is wrong.
 */
export function readTortureOptions(args: readonly string[]): TortureOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 999_999)) },
      seconds: { type: 'string' },
      kills: { type: 'string' },
      clients: { type: 'string', default: '24' },
      faults: { type: 'string' },
      folder: { type: 'string' },
    },
  })
  const kills = values.kills === undefined ? undefined : positiveInteger('--kills', values.kills)
  const seconds = values.seconds ?? (kills === undefined ? '120' : undefined)
  return {
    seed: positiveInteger('--seed', values.seed),
    seconds: seconds === undefined ? undefined : positiveInteger('--seconds', seconds),
    kills,
    clients: positiveInteger('--clients', values.clients),
    faults: readFaults(values.faults),
    folder: values.folder,
  }
}

function readFaults(text: string | undefined): FaultName[] {
  const known = Object.keys(ALL_FAULTS) as FaultName[]
  if (text === undefined) return known
  if (text.trim() === 'none') return []
  return text.split(',').map((name) => {
    const fault = known.find((one) => one === name.trim())
    if (!fault) throw new Error(`--faults takes ${known.join(', ')}, not '${name}'.`)
    return fault
  })
}
