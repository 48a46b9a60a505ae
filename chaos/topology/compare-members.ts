import type pg from 'pg'
import { withClient } from '../../server/src/testing/load/database.ts'
import { waitUntil } from '../torture/processes.ts'
import { type Cluster, databaseAt, findPrimary } from './database.ts'

const digestQuery = `select md5(string_agg(p::text, '|' order by id)) as purchases,
  (select md5(string_agg(a::text, '|' order by id)) from accounts a) as accounts from purchases p`

/** @returns a message for each replica whose data differs from the primary's */
export async function compareMembers(cluster: Cluster): Promise<string[]> {
  const primary = await findPrimary(cluster)
  if (!primary) return ['there is no primary']
  return withClient(databaseAt(primary.address), async (client) => {
    const { rows } = await client.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
    const expected = await readDigest(client)
    const replicas = cluster.members.filter((member) => member !== primary)
    const digests = replicas.map(({ address }) =>
      withClient(databaseAt(address), async (replica) => {
        await waitForReplay(replica, rows[0]?.at ?? '')
        return readDigest(replica)
      }),
    )
    const same = (await Promise.all(digests)).map((digest) => digest === expected)
    return replicas.flatMap(({ name }, at) =>
      same[at] ? [] : [`the data of replica ${name} differs from the primary`],
    )
  })
}

const readDigest = async (client: pg.Client) =>
  JSON.stringify((await client.query(digestQuery)).rows)

/** @throws Error after 30 s */
async function waitForReplay(replica: pg.Client, position: string): Promise<void> {
  await waitUntil('the replay of the replica', 30_000, async () => {
    const { rows } = await replica.query<{ is_there: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there',
      [position],
    )
    return rows[0]?.is_there === true
  })
}
