import { parseArgs } from 'node:util'
import { positiveInteger } from '../../bench/options.ts'
import { KILLS, type Kill } from './kills.ts'

export type TopologyOptions = {
  only: readonly Kill[]
  /** How often each part is killed. */
  rounds: number
  clients: number
  /** Determines the times of the kills, so that a run can be repeated. */
  seed: number
  /** No kill starts after this time. */
  seconds: number
  folder: string | undefined
  /** Port of the proxy, the first of six consecutive ports. */
  port: number
}

export const USAGE = `npm run topology -- [options]
  --only ${KILLS.map(({ name }) => name).join(',')}
                    parts to kill (default: all)
  --rounds 3        how often each part is killed
  --clients 32      number of agents that buy continuously
  --seconds 600     no kill starts after this time
  --seed N          determines the times of the kills (printed)
  --folder …        parent folder of the databases (default: inside the checkout)
  --port 8090       first of six ports on 127.0.0.1`

/**
 * Reads the command line of `npm run topology`.
 * @throws Error that names the wrong option
 */
export function readTopologyOptions(args: readonly string[]): TopologyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: KILLS.map(({ name }) => name).join(',') },
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 999_999)) },
      folder: { type: 'string' },
      port: { type: 'string', default: '8090' },
    },
  })
  const only = values.only.split(',').map((name) => {
    const kill = KILLS.find((known) => known.name === name.trim())
    if (!kill) throw new Error(`--only does not accept '${name}'.`)
    return kill
  })
  return {
    only,
    rounds: positiveInteger('--rounds', values.rounds),
    clients: positiveInteger('--clients', values.clients),
    seconds: positiveInteger('--seconds', values.seconds),
    seed: positiveInteger('--seed', values.seed),
    folder: values.folder,
    port: positiveInteger('--port', values.port),
  }
}
