import { parseArgs } from 'node:util'
import { positiveInteger } from '../../server/src/testing/load/options.ts'
import { allFaults, type FaultName } from './fault-names.ts'

export type TortureOptions = {
  /** Determines every random choice. */
  seed: number
  /** Duration of the faults. Undefined: until `kills` faults are injected. */
  seconds: number | undefined
  /** Number of kills, restarts and lost connections. Undefined: as many as fit into `seconds`. */
  kills: number | undefined
  /** Number of agents. Admins and travellers are additional. */
  clients: number
  faults: readonly FaultName[]
  /** Parent folder of the data folder. */
  folder: string | undefined
}

export const adminCount = 3

export const usage = `npm run torture -- [options]
  --seed N        determines every random choice (printed)
  --seconds 120   duration
  --kills N       end after N kills, restarts and lost connections instead
  --clients 24    number of agents, at least ${adminCount}, in addition to ${adminCount} admins and two travellers
  --faults …      ${Object.keys(allFaults).join(',')} (default: all), or none
  --folder …      parent of the data folder (default: inside the checkout)`

/**
 * Reads the command line of `npm run torture`.
 * @throws Error that names the wrong option
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
  const clients = positiveInteger('--clients', values.clients)
  // Each admin suspends agents of a separate group.
  if (clients < adminCount) throw new Error(`--clients must be at least ${adminCount}`)
  const seconds = values.seconds ?? (kills === undefined ? '120' : undefined)
  return {
    seed: positiveInteger('--seed', values.seed),
    seconds: seconds === undefined ? undefined : positiveInteger('--seconds', seconds),
    kills,
    clients,
    faults: readFaults(values.faults),
    folder: values.folder,
  }
}

function readFaults(text: string | undefined): FaultName[] {
  const known = Object.keys(allFaults) as FaultName[]
  if (text === undefined) return known
  if (text.trim() === 'none') return []
  return text.split(',').map((name) => {
    const fault = known.find((one) => one === name.trim())
    if (!fault) throw new Error(`--faults does not accept '${name}'. Allowed: ${known.join(', ')}.`)
    return fault
  })
}
