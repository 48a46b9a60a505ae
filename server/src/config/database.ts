import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { anyWholeNumber, isUnset, type Problem } from './setting-types.ts'

/** Connections of one process where nothing else is said, and of all of them together. */
const usualPoolSize = 10
const usualPoolSizeOfAll = 40
/** With one connection for lists a download blocks every list. With one for the rest a transaction that needs a second connection deadlocks. */
const minListPoolSize = 2
const minPoolSize = 4
/** Of the connections of a process this share is for lists, so that they leave the others to purchases and look-ups. */
const listShare = 0.4
const maxProcesses = 64

/** The settings of the database and of the processes that share it, as they stand in the environment. */
export const databaseSettings = {
  DATABASE_URL: address('DATABASE_URL').optional(),
  DATABASE_DIRECT_URL: address('DATABASE_DIRECT_URL').optional(),
  DATABASE_REPLICA_URL: address('DATABASE_REPLICA_URL').optional(),
  DATABASE_POOL_SIZE: anyWholeNumber('DATABASE_POOL_SIZE', 2, 900).optional(),
  SERVER_PROCESSES: anyWholeNumber('SERVER_PROCESSES', 1, maxProcesses).optional(),
}
export type DatabaseSettings = z.output<z.ZodObject<typeof databaseSettings>>

/** What is wrong between these settings. */
export const databaseProblems: readonly Problem<DatabaseSettings>[] = [
  {
    holds: (set) => !isUnset(set.DATABASE_URL) || isUnset(set.DATABASE_DIRECT_URL),
    error: 'DATABASE_DIRECT_URL needs DATABASE_URL.',
  },
  {
    holds: (set) => !isUnset(set.DATABASE_URL) || isUnset(set.DATABASE_REPLICA_URL),
    error: 'DATABASE_REPLICA_URL needs DATABASE_URL.',
  },
]

/** How many processes serve, and how many connections each of them has: those that are set are divided. */
export function processesOf(set: DatabaseSettings): {
  processes: number
  /** For all but lists. */
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
    // The value holds a password and is not repeated.
    error: `${name} must be an address such as postgresql://user:password@host:5432/database.`,
  })
}
