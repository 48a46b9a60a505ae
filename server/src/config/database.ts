import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { anyWholeNumber, isUnset, type Problem } from './setting-types.ts'

/** Default connections of one process. */
const usualPoolSize = 10
const usualPoolSizeOfAll = 40
/**
 * With one connection for lists, a download blocks every list. With one for the rest, a transaction that needs a second
 * connection deadlocks.
 */
const minListPoolSize = 2
const minPoolSize = 4
/** Share of a process's connections for lists. The others remain for purchases and look-ups. */
const listShare = 0.4
const maxProcesses = 64

/** Settings of the database and of the processes that share it, from the environment. */
export const databaseSettings = {
  DATABASE_URL: address('DATABASE_URL').optional(),
  DATABASE_DIRECT_URL: address('DATABASE_DIRECT_URL').optional(),
  DATABASE_POOL_SIZE: anyWholeNumber('DATABASE_POOL_SIZE', 2, 900).optional(),
  SERVER_PROCESSES: anyWholeNumber('SERVER_PROCESSES', 1, maxProcesses).optional(),
}
export type DatabaseSettings = z.output<z.ZodObject<typeof databaseSettings>>

/** Contradictions between these settings. */
export const databaseProblems: readonly Problem<DatabaseSettings>[] = [
  {
    holds: (set) => !isUnset(set.DATABASE_URL) || isUnset(set.DATABASE_DIRECT_URL),
    error: 'DATABASE_DIRECT_URL needs DATABASE_URL.',
  },
]

/** Number of server processes and of connections per process. A configured total is divided. */
export function processesOf(set: DatabaseSettings): {
  processes: number
  /** Connections for everything except lists. */
  poolSize: number
  listPoolSize: number
} {
  const processes = set.SERVER_PROCESSES ?? Math.min(maxProcesses, availableParallelism())
  const connections =
    set.DATABASE_POOL_SIZE === undefined
      ? Math.min(usualPoolSize, Math.max(minPoolSize, Math.floor(usualPoolSizeOfAll / processes)))
      : Math.max(minPoolSize, Math.floor(set.DATABASE_POOL_SIZE / processes))
  const listPoolSize = Math.max(minListPoolSize, Math.floor(connections * listShare))
  return { processes, poolSize: connections - listPoolSize, listPoolSize }
}

function address(name: string) {
  return z.string().refine((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), {
    // The value contains a password and is not repeated.
    error: `${name} must be an address such as postgresql://user:password@host:5432/database.`,
  })
}
