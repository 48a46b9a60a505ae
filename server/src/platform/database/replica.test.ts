import type { LeadPage } from '@raahi/contract/leads'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config/index.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import {
  createReplicatedDatabase,
  type ReplicatedDatabase,
} from '../../testing/replicated-database.ts'
import { connectDatabase, type Database } from './connect.ts'
import { snapshotSql } from './snapshot.ts'

// A real streaming replica, and two instances of the product that may read their lists there.

let pair: ReplicatedDatabase
let databases: Database[]
let apps: FastifyInstance[]
let buyer: MadeUser
let watcher: MadeUser
let admin: MadeUser
let messages: string[]
let readThere = 0
beforeAll(async () => {
  pair = await createReplicatedDatabase()
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ALLOW: '127.0.0.1',
  })
  databases = [1, 2].map(() =>
    connectDatabase({
      connectionString: pair.primary.connectionString,
      replicaConnectionString: pair.replica.connectionString,
      poolSize: 5,
      onReplica: (message) => messages.push(message),
    }),
  )
  databases.forEach(countReads)
  apps = await Promise.all(databases.map((database) => buildApp({ config, database })))
  const db = first(databases).kysely
  ;[buyer, watcher, admin] = [await makeAgent(db), await makeAgent(db), await makeAdmin(db)]
  await setLeadPrice(db, 'both', 5000)
  await giveMoney(first(databases), buyer.id, 1_000_000)
}, 180_000)
beforeEach(() => {
  messages = []
})
afterAll(async () => {
  await expectAllInvariantsHold(first(databases))
  await Promise.all(apps.map((app) => app.close()))
  await Promise.all(databases.map((database) => database.close()))
  await pair.remove()
}, 60_000)

test('lists are read on the replica and show the latest change', async () => {
  await usesReplica()
  const before = readThere
  for (let round = 0; round < 12; round += 1) {
    await sellOne(round % 2)
    const { email } = await makeAgent(first(databases).kysely)
    const users = await get(at(apps, (round + 1) % 2), `/api/auth/users?email=${email}`, admin)
    expect(users.docs.map((user: { email: string }) => user.email)).toEqual([email])
  }
  // Some lists are not read on the replica: pages are kept, and an overloaded replica is not used for a moment.
  expect(readThere).toBeGreaterThan(before)
})

test('while replication is paused, a sold lead is not shown as free, and no request fails', async () => {
  await usesReplica()
  await pair.replica.query('SELECT pg_wal_replay_pause()')
  for (let round = 0; round < 6; round += 1) await sellOne(round % 2)
  expect(messages).toContain(
    'Lists are read from the primary: the replica is more than 50 ms behind.',
  )
  await pair.replica.query('SELECT pg_wal_replay_resume()')
  await usesReplica()
  await sellOne(0)
})

test('no request fails when the replica dies and comes back', async () => {
  await usesReplica()
  await pair.replica.kill()
  for (let round = 0; round < 6; round += 1) await sellOne(round % 2)
  expect(messages).toContain('Lists are read from the primary: the replica does not answer.')
  await pair.replica.start()
  await usesReplica()
  expect(messages).toContain('Lists are read from the replica again.')
  await sellOne(1)
})

test('after a crash of the primary no earlier snapshot is considered equal, and pages stay correct', async () => {
  /** The text of the snapshot without the transaction numbers. It identifies the server run. */
  const readServerRun = async () => {
    const text = `SELECT ${snapshotSql} AS snapshot`
    const [row] = await pair.primary.query<{ snapshot: string }>(text)
    return row?.snapshot.slice(0, row.snapshot.lastIndexOf(' '))
  }
  const before = await readServerRun()
  await makeLead(first(databases).kysely)
  expect(await readServerRun()).toBe(before)
  const holder = await first(databases).pool.connect()
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL') // The postmaster keeps running and restarts all server processes.
  await vi.waitFor(async () => expect(await readServerRun()).not.toBe(before), {
    timeout: 20_000,
    interval: 50,
  })
  holder.release(true)
  await usesReplica()
  await sellOne(0)
})

test('a replica that was promoted to primary is not read any more', async () => {
  await pair.replica.query('SELECT pg_promote()')
  await pair.replica.query("UPDATE users SET name = 'Of another history'")
  for (let round = 0; round < 6; round += 1) await sellOne(round % 2)
  const users = await get(first(apps), '/api/auth/users', admin)
  expect(JSON.stringify(users)).not.toContain('Of another history')
})

/**
 * Creates a lead that both instances show as free, sells it through one of them, and expects both to show it as sold
 * right after the response.
 */
async function sellOne(seller: number): Promise<void> {
  const id = await makeLead(first(databases).kysely)
  const statuses = () => Promise.all(apps.map((app) => statusOf(app, id)))
  expect(await statuses()).toEqual(['buy', 'buy'])
  const during = statuses()
  const answer = await at(apps, seller).inject({
    method: 'POST',
    url: '/api/leads/buyLead',
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: { leadId: id },
  })
  expect(answer.statusCode).toBe(200)
  expect(await statuses()).toEqual(['sold', 'sold'])
  await during
}

async function statusOf(app: FastifyInstance, id: string): Promise<string | undefined> {
  const page: LeadPage = await get(app, '/api/leads?limit=10', watcher)
  return page.leads.find(({ _id }) => _id === id)?.satatus
}

async function get(app: FastifyInstance, url: string, { token }: MadeUser) {
  const { statusCode, body } = await app.inject({
    url,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(statusCode, body).toBe(200)
  return JSON.parse(body).data
}

/** Waits until the replica serves a list. */
async function usesReplica(): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const database of databases) {
        const [here] = (
          await database.pool.query<{ position: string }>(
            'SELECT pg_current_wal_flush_lsn()::text AS position',
          )
        ).rows
        expect(await database.replica?.read(here?.position ?? '', async () => 'read')).toEqual({
          value: 'read',
        })
      }
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** Counts the lists that the replica served. */
function countReads({ replica }: Database): void {
  const read = replica?.read
  if (!replica || !read) throw new Error('there is no replica')
  replica.read = async (position, work) => {
    const found = await read(position, work)
    if (found) readThere += 1
    return found
  }
}

function at<T>(all: readonly T[], index: number): T {
  const one = all[index]
  if (!one) throw new Error(`no element at ${index}`)
  return one
}

const first = <T>(all: readonly T[]) => at(all, 0)
