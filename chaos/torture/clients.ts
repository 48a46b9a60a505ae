import { withClient } from '../../bench/environment.ts'
import { addLeads } from '../../bench/fill.ts'
import { workAsAdmin } from './admins.ts'
import { workAsAgent } from './agents.ts'
import type { Surroundings } from './ask.ts'
import { databaseOf, type Stage } from './stage.ts'
import { nothingTold } from './told.ts'
import { workAsTraveller } from './travellers.ts'
import { clientOf, createStartingRecords, type World } from './world.ts'

const ADMINS = 3
const TRAVELLERS = 2
/** More than are bought in the longest outage between two looks. */
const LEADS_IN_STOCK = 4000

export type Crowd = {
  world: World
  /** Puts leads on sale where few are left. */
  stockUp(): Promise<void>
  /** Resolves when everybody has finished what it was at. */
  finished: Promise<void>
}

/** Opens the accounts and lets everybody work until it is over. */
export async function gatherCrowd(
  stage: Stage,
  around: Surroundings,
  { seed, clients, isOver }: { seed: number; clients: number; isOver: () => boolean },
): Promise<Crowd> {
  const world: World = {
    agents: [],
    told: nothingTold(),
    around,
    soldAtMs: new Map(),
    plans: [],
    isOver,
    async expire(orderId) {
      const close = `update orders set status = 'closed', next_check_at = null
        where gateway_order_id = $1 and status = 'open'`
      await withClient(await databaseOf(stage), (client) => client.query(close, [orderId])).then(
        () => world.told.expired.add(orderId),
        () => {}, // The database is away: it stays open.
      )
    },
  }
  await createStartingRecords(world, seed, clients)
  // A free plan needs a confirmed email, and no client reads mail.
  await withClient(await databaseOf(stage), (client) =>
    client.query('update users set email_confirmed_at = now() where email_confirmed_at is null'),
  )
  let made = 0
  const stockUp = async () => {
    const count = LEADS_IN_STOCK - (made - world.told.purchases.length)
    if (count < LEADS_IN_STOCK / 2) return
    const first = made
    await withClient(await databaseOf(stage), (client) => addLeads(client, { first, count }))
    made += count
  }
  await stockUp()

  let lane = 0
  const client = () => {
    lane += 1
    return clientOf(world, seed, lane)
  }
  const work = [
    ...world.agents.map((agent) => workAsAgent(client(), agent)),
    ...Array.from({ length: ADMINS }, (_, at) =>
      workAsAdmin(client(), {
        agents: world.agents.filter((_agent, place) => place % ADMINS === at),
        setsPrices: at === 0,
      }),
    ),
    ...Array.from({ length: TRAVELLERS }, () => workAsTraveller(client())),
  ].map((one) =>
    one.catch((error) => {
      around.complain(`a client gave up: ${error instanceof Error ? error.stack : error}`)
    }),
  )
  return { world, stockUp, finished: Promise.all(work).then(() => {}) }
}
