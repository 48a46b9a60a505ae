import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

// Runs on one database machine. Connects to its PostgreSQL without proxy and pooler, and writes a row whenever it is not a
// replica. Prints each acknowledged write as a line of JSON.

/** A write that a member acknowledged. Times are milliseconds since 1970. */
export type Write = { id: string; sentAtMs: number; acknowledgedAtMs: number; timeline: number }

/** An old primary must undo its last writes before it follows the new one, so writes are rare. */
const pauseMs = 1000

const [connectionString = '', member = ''] = process.argv.slice(2)
for (;;) {
  await writeUntilLost().catch(() => {})
  await sleep(pauseMs)
}

/** @throws Error when the connection is lost */
async function writeUntilLost(): Promise<never> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    for (;;) {
      const { rows } = await client.query('select pg_is_in_recovery() as is_replica')
      if (!rows[0].is_replica) await write(client)
      await sleep(pauseMs)
    }
  } finally {
    client.end().catch(() => {})
  }
}

/** Waits without limit: cancelling the wait for the synchronous replica would acknowledge the write. */
async function write(client: pg.Client): Promise<void> {
  const sentAtMs = Date.now()
  const { rows } = await client.query(
    `insert into topology_writes (member) values ($1)
     returning id, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
    [member],
  )
  const write: Write = { ...rows[0], sentAtMs, acknowledgedAtMs: Date.now() }
  console.log(JSON.stringify(write))
}
