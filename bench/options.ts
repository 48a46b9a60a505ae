import { parseArgs } from 'node:util'

export const PARTS = [
  'buy',
  'list',
  'calls',
  'memory',
  'start',
  'size',
  'users',
  'transactions',
  'uploads',
  'flood',
] as const
export type Part = (typeof PARTS)[number]

export type Options = {
  only: readonly Part[]
  /** Paired rounds of each measurement. */
  rounds: number
  /** How long one side of a round is loaded. */
  seconds: number
  /** Leads of the large database. */
  leads: number
  /** Names of the calls that the part 'calls' measures; none: all of them. */
  calls: readonly string[]
  /** A PostgreSQL to use, with the right to create databases; unset: an embedded one. */
  databaseUrl: string | undefined
  /** Below which a folder for the database and the logs is made, and removed at the end. */
  folder: string | undefined
  /** The first of the ports to listen on; eight are used. */
  port: number
}

export const USAGE = `npm run bench -- [options]
  --only buy,list,calls,memory,start,size,users,transactions,uploads,flood   parts to measure (all)
  --rounds 5        paired rounds of each measurement
  --seconds 4       load of each side of a round; of each of the very many runs of 'calls' a tenth
  --leads 1000000   leads of the large database
  --calls a,b       of the part 'calls' only these, such as listLeads,buyLead (all)
  --database-url …  a PostgreSQL 15 or newer instead of the embedded one
  --folder …        where the files go while it runs (below the checkout; not where the files are memory)
  --port 8070       first of eight ports on 127.0.0.1`

/**
 * Reads the command line of `npm run bench`.
 * @throws Error with one sentence where an option is wrong.
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: PARTS.join(',') },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      leads: { type: 'string', default: '1000000' },
      calls: { type: 'string', default: '' },
      'database-url': { type: 'string' },
      folder: { type: 'string' },
      port: { type: 'string', default: '8070' },
    },
  })
  const only = values.only.split(',').map((name) => {
    const part = PARTS.find((known) => known === name.trim())
    if (!part) throw new Error(`--only takes ${PARTS.join(', ')}, not '${name}'.`)
    return part
  })
  return {
    only,
    rounds: positiveInteger('--rounds', values.rounds),
    seconds: positiveNumber('--seconds', values.seconds),
    leads: positiveInteger('--leads', values.leads),
    calls: values.calls.split(',').filter(Boolean),
    databaseUrl: values['database-url'],
    folder: values.folder,
    port: positiveInteger('--port', values.port),
  }
}

export function positiveInteger(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number above 0.`)
  return Number(text)
}

function positiveNumber(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`${name} must be a number above 0.`)
  return value
}
