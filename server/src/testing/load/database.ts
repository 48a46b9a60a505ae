import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { connectDatabase } from '../../platform/database/connect.ts'

/** On the disk of the checkout, because fsync costs nothing in a temporary folder in memory. */
const cache = join(import.meta.dirname, '../../../../node_modules/.cache')

/** Creates a folder with this prefix in `below`. */
export async function makeFolder(prefix: string, below = cache): Promise<string> {
  await mkdir(below, { recursive: true })
  return mkdtemp(join(below, prefix))
}

/** Runs `work` with a separate connection. int8 values are read as numbers. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === 20 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? format : 'text'),
    },
  })
  client.on('error', () => {}) // The running query throws the error.
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Checks all invariants of a database.
 * @throws Error that names the violated invariants
 */
export async function requireAllInvariantsHold(connectionString: string): Promise<void> {
  const database = connectDatabase({ connectionString, poolSize: 1 })
  try {
    const findings = await checkInvariants(database)
    if (findings.length === 0) return
    throw new Error(`violated invariants: ${findings.map(({ invariant }) => invariant).join('; ')}`)
  } finally {
    await database.close()
  }
}
