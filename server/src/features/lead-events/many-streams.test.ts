import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LeadEvent } from '@raahi/contract/lead-events'
import { type LeadPage, listLeads } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import {
  giveMoney,
  type MadeUser,
  makeAgents,
  makeLead,
  makeLeads,
} from '../../testing/factories.ts'
import { followEventsAt } from '../../testing/follow-events.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { repetitions } from '../../testing/long-tests.ts'
import { type ProductProcess, startProduct } from '../../testing/product-process.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { hasPooler, startPooler, type TestPooler } from '../../testing/test-pooler.ts'

const streamsOfAgent = 5
/** 200 streams and 2,000 changes in `npm run long-tests`. */
const agentCount = Math.min(40, repetitions(8))
const changeCount = Math.min(2000, repetitions(400))

let database: TestDatabase
let pooler: TestPooler | undefined
let folder: string
let env: NodeJS.ProcessEnv
let products: ProductProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 8 })
  folder = await mkdtemp(join(tmpdir(), 'raahi-streams-'))
  await setLeadPrice(database.database.kysely, 'both', 5000)
  if (hasPooler) pooler = await startPooler(database.connectionString)
  const settings = pooler?.settings ?? database.settings
  env = { ...settings, DATABASE_POOL_SIZE: '6', DATA_DIR: folder }
  products = await Promise.all([startProduct(env), startProduct(env)])
}, 90_000)
afterAll(async () => {
  for (const { child } of products) child.kill('SIGKILL')
  await pooler?.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** What a browser shows: the status and the number of adults of each lead. */
type Shown = Map<string, string>

interface Browser {
  shown: Shown
  newLeads: string[]
  readAgain: number
  connections: number
  /** Ends its connection. The browser then reconnects. */
  disconnect(): void
}

const shownAs = ({ satatus, adult }: { satatus: string; adult: number }) => `${satatus} ${adult}`

it('brings every stream to the state of the list, each new lead once, while processes, streams and connections are killed', async () => {
  const { database: connection } = database
  const db = connection.kysely
  const agents = await makeAgents(db, agentCount)
  const [buyer] = agents
  if (!buyer) throw new Error('no agent was created')
  await giveMoney(connection, buyer.id, 100_000_000)
  const leads = await makeLeads(db, 45)
  let isDone = false
  const browsers: Browser[] = []
  const running = agents.flatMap((agent) =>
    Array.from({ length: streamsOfAgent }, async (_, index) => {
      const browser: Browser = {
        shown: new Map(),
        newLeads: [],
        readAgain: 0,
        connections: 0,
        disconnect: () => {},
      }
      browsers.push(browser)
      await follow(agent, browser, index)
    }),
  )

  async function follow(agent: MadeUser, browser: Browser, index: number) {
    const { body } = await (products[index % 2] as ProductProcess).call(listLeads, {
      token: agent.token,
    })
    const page = body.data as unknown as LeadPage
    for (const lead of page.leads) browser.shown.set(lead._id, shownAs(lead))
    let lastId = page.eventId
    while (!isDone) {
      const product = products[(index + browser.connections) % 2] as ProductProcess
      browser.connections += 1
      const port = Number(new URL(product.address).port)
      const stream = await followEventsAt(port, agent, lastId).catch(() => undefined)
      if (!stream) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      browser.disconnect = stream.close
      let applied = 0
      const apply = () => {
        for (; applied < stream.events.length; applied += 1) {
          const { event, id } = stream.events[applied] as (typeof stream.events)[number]
          applyEvent(browser, event)
          lastId = id
        }
        return isDone
      }
      await stream.until(apply).catch(() => undefined)
      apply()
      stream.close()
    }
  }

  await expect
    .poll(() => browsers.filter(({ connections }) => connections === 0).length, { timeout: 20_000 })
    .toBe(0)
  const changes = await changeLeads()
  isDone = true
  for (const browser of browsers) browser.disconnect()
  await Promise.all(running.map((each) => each.catch(() => undefined)))

  const rows = await db
    .selectFrom('leads')
    .select(['id', 'status', 'adult'])
    .where('deleted_at', 'is', null)
    .execute()
  const stored = Object.fromEntries(rows.map(({ id, status, adult }) => [id, `${status} ${adult}`]))
  for (const [kind, count] of Object.entries(changes.done)) expect(count, kind).toBeGreaterThan(0)
  for (const browser of browsers) {
    expect(browser.readAgain).toBe(0)
    expect(Object.fromEntries(browser.shown)).toEqual(stored)
    expect(browser.newLeads.length).toBe(new Set(browser.newLeads).size)
    expect(changes.created.filter((id) => !browser.newLeads.includes(id))).toEqual([])
  }
  // The disturbances have interrupted streams.
  expect(browsers.filter(({ connections }) => connections > 1).length).toBeGreaterThan(
    browsers.length / 3,
  )

  async function changeLeads() {
    const created: string[] = []
    /** Counts the stored changes. Other changes may fail because a process or connection was killed. */
    const done = { sales: 0, edits: 0, deletions: 0 }
    /** Leads that can be changed, sold and deleted. */
    const present = [...leads]
    /**
     * New leads that not all browsers show yet. They are not changed until then, because a lead that is sold or deleted
     * within a second is not sent as new.
     */
    const notShownByAll: string[] = []
    const add = (id: string) => {
      created.push(id)
      notShownByAll.push(id)
    }
    const takeNext = () => {
      const [next] = notShownByAll
      if (next && browsers.every(({ shown }) => shown.has(next)))
        present.push(...notShownByAll.splice(0, 1))
    }
    const pick = () => present[Math.floor(Math.random() * present.length)] as string
    const changeOne = async (number: number) => {
      if (number % 5 === 0) {
        add(await makeLead(db))
      } else if (number % 20 === 1) {
        const late = await withTransaction(connection, async (tx) => {
          const id = await makeLead(tx)
          // Other transactions, which begin later, commit before this one.
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
          return id
        })
        add(late)
      } else if (number % 20 === 2) {
        const [id] = present.splice(Math.floor(Math.random() * present.length), 1)
        const { numUpdatedRows } = await db
          .updateTable('leads')
          .set({ deleted_at: new Date() })
          .where('id', '=', id ?? '')
          .executeTakeFirst()
        done.deletions += Number(numUpdatedRows)
      } else if (number % 10 === 3) {
        const product = products[number % 2] as ProductProcess
        const { status } = await product.call(buyLead, {
          token: buyer?.token ?? '',
          body: { leadId: pick(), expectedCost: 50 },
        })
        if (status === 200) done.sales += 1
      } else {
        const { numUpdatedRows } = await db
          .updateTable('leads')
          .set({ adult: number })
          .where('id', '=', pick())
          .where('status', '=', 'buy')
          .executeTakeFirst()
        done.edits += Number(numUpdatedRows)
      }
    }
    let next = 0
    let isDisturbed = false
    const untilChange = (number: number) =>
      expect.poll(() => next, { timeout: 60_000 }).toBeGreaterThanOrEqual(number)
    // The disturbances run one after the other, because a process that loses its connections while it starts exits.
    const disturb = async () => {
      await untilChange(changeCount / 4)
      await replaceProduct(0)
      await untilChange(changeCount / 2)
      await terminateConnections()
      await untilChange((changeCount * 3) / 4)
      await pooler?.restart()
      // Until then the test has replaced its terminated connections.
      await untilChange(next + 20)
    }
    const worker = async () => {
      // On a busy machine, a process can take longer to start than all changes take.
      while (next < changeCount || !isDisturbed) {
        next += 1
        const number = next
        if (number % 20 === 0) browsers[Math.floor(Math.random() * browsers.length)]?.disconnect()
        takeNext()
        // The connection of the change may be terminated too.
        await changeOne(number).catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
    }
    const disturbing = disturb().finally(() => {
      isDisturbed = true
    })
    await Promise.all([disturbing, ...Array.from({ length: 4 }, worker)])
    const last = await makeLead(db)
    created.push(last)
    await expect
      .poll(() => browsers.filter(({ shown }) => !shown.has(last)).length, { timeout: 30_000 })
      .toBe(0)
    return { created, done }
  }

  async function replaceProduct(index: number) {
    await products[index]?.kill()
    products[index] = await startProduct(env)
  }

  async function terminateConnections() {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'raahi%'`
      .execute(db)
      .catch(() => undefined)
  }
}, 180_000)

function applyEvent(browser: Browser, event: LeadEvent) {
  if (event.readAgain) browser.readAgain += 1
  for (const lead of event.leads ?? []) browser.shown.set(lead._id, shownAs(lead))
  for (const id of event.removedLeadIds ?? []) browser.shown.delete(id)
  browser.newLeads.push(...(event.newLeadIds ?? []))
}
