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
  /** Number of paired rounds of each measurement. */
  rounds: number
  /** Duration of each side of a round. */
  seconds: number
  /** Number of leads in the large database. */
  leads: number
  /** Names of the calls that the part 'calls' measures. Empty: all calls. */
  calls: readonly string[]
  /** Address of a PostgreSQL on which databases can be created. Unset: an embedded one is started. */
  databaseUrl: string | undefined
  /** Parent of the folder for database and logs, which is deleted at the end. */
  folder: string | undefined
  /** First of eight consecutive ports. */
  port: number
}

export const USAGE = `npm run bench -- [options]
  --only buy,list,calls,memory,start,size,users,transactions,uploads,flood   parts to measure (default: all)
  --rounds 5        number of paired rounds of each measurement
  --seconds 4       duration of each side of a round; each run of 'calls' takes a tenth of it
  --leads 1000000   number of leads in the large database
  --calls a,b       calls that the part 'calls' measures, such as listLeads,buyLead (default: all)
  --database-url …  a PostgreSQL 15 or newer instead of the embedded one
  --folder …        parent folder of temporary files, on a disk and not in memory (default: inside the checkout)
  --port 8070       first of eight ports on 127.0.0.1`

/**
 * Reads the command line of `npm run bench`.
 * @throws Error that names the wrong option
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
    if (!part) throw new Error(`--only does not accept '${name}'. Allowed: ${PARTS.join(', ')}.`)
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

/** Reads the command line with `read`. A wrong option ends the process with exit code 2 and the usage text. */
export function optionsOrUsage<T>(read: (args: readonly string[]) => T, usage: string): T {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

/** Runs `stop` before Ctrl-C or SIGTERM ends this process, with exit code 130. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(130)))
  }
}

/**
 * Reads the command line of a separate benchmark: whole numbers such as `--leads 1000000`, and `--folder`.
 * @throws Error that names the wrong option
 */
export function readNumbers<Name extends string>(
  defaults: Record<Name, number>,
): Record<Name, number> & { folder: string | undefined } {
  const names = Object.keys(defaults) as Name[]
  const { values } = parseArgs({
    options: Object.fromEntries([...names, 'folder'].map((name) => [name, { type: 'string' }])),
  })
  const numberOf = (name: Name) => {
    const text = values[name]
    return text === undefined ? defaults[name] : positiveInteger(`--${name}`, String(text))
  }
  const numbers = Object.fromEntries(names.map((name) => [name, numberOf(name)]))
  return { ...(numbers as Record<Name, number>), folder: values.folder?.toString() }
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
