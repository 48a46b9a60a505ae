import { parseArgs } from 'node:util'
import { positiveInteger } from '../../server/src/testing/load/options.ts'
import { type Fault, faults } from './faults.ts'

export type TopologyOptions = {
  only: readonly Fault[]
  /** How often each fault occurs. */
  rounds: number
  clients: number
  /** Determines the times of the faults, so that a run can be repeated. */
  seed: number
  /** No fault starts after this time. */
  seconds: number
  folder: string | undefined
}

export const usage = `npm run topology -- [options]
  --only ${faults.map(({ name }) => name).join(',')}
                    faults (default: all)
  --rounds 3        how often each fault occurs
  --clients 32      number of agents that buy continuously
  --seconds 1800    no fault starts after this time
  --seed N          determines the times of the faults (printed)
  --folder …        parent folder of the databases (default: inside the checkout)`

/**
 * Reads the command line of `npm run topology`.
 * @throws Error that names the wrong option
 */
export function readTopologyOptions(args: readonly string[]): TopologyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: faults.map(({ name }) => name).join(',') },
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '1800' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 999_999)) },
      folder: { type: 'string' },
    },
  })
  const only = values.only.split(',').map((name) => {
    const fault = faults.find((known) => known.name === name.trim())
    if (!fault) throw new Error(`--only does not accept '${name}'.`)
    return fault
  })
  return {
    only,
    rounds: positiveInteger('--rounds', values.rounds),
    clients: positiveInteger('--clients', values.clients),
    seconds: positiveInteger('--seconds', values.seconds),
    seed: positiveInteger('--seed', values.seed),
    folder: values.folder,
  }
}
