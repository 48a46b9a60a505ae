import { withClient } from '../../server/src/testing/load/database.ts'
import { insertLeads } from '../../server/src/testing/load/fill.ts'
import { workAsAdmin } from './admins.ts'
import { workAsAgent } from './agents.ts'
import { type Deployment, databaseOf } from './deployment.ts'
import { createExpectedState } from './expected-state.ts'
import { adminCount } from './options.ts'
import { createClient, createStartingRecords, type RunState } from './run-state.ts'
import type { RunContext } from './send-request.ts'
import { workAsTraveller } from './travellers.ts'

const travellers = 2
/** More leads than are sold between two checks during the longest outage. */
const targetLeadsForSale = 4000

export type Clients = {
  state: RunState
  /** Adds leads for sale when few are left. */
  replenishLeads(): Promise<void>
  /** Resolves when every client has finished its last action. */
  finished: Promise<void>
}

/** Creates the accounts and runs all clients until the run is over. */
export async function startClients(
  deployment: Deployment,
  context: RunContext,
  { seed, clients, isOver }: { seed: number; clients: number; isOver: () => boolean },
): Promise<Clients> {
  const state: RunState = {
    agents: [],
    expected: createExpectedState(),
    context,
    soldAtMs: new Map(),
    plans: [],
    isOver,
    async expire(orderId) {
      const close = `update orders set status = 'closed', next_check_at = null
        where gateway_order_id = $1 and status = 'open'`
      await withClient(await databaseOf(deployment), (client) =>
        client.query(close, [orderId]),
      ).then(
        () => state.expected.expired.add(orderId),
        () => {}, // The database is down, so the order stays open.
      )
    },
  }
  await createStartingRecords(state, seed, clients)
  // A free plan needs a confirmed email address, and the clients read no mail.
  await withClient(await databaseOf(deployment), (client) =>
    client.query('update users set email_confirmed_at = now() where email_confirmed_at is null'),
  )
  let addedCount = 0
  const replenishLeads = async () => {
    const count = targetLeadsForSale - (addedCount - state.expected.purchases.length)
    if (count < targetLeadsForSale / 2) return
    const first = addedCount
    await withClient(await databaseOf(deployment), (client) =>
      insertLeads(client, { first, count }),
    )
    addedCount += count
  }
  await replenishLeads()

  let stream = 0
  const client = () => {
    stream += 1
    return createClient(state, seed, stream)
  }
  const work = [
    ...state.agents.map((agent) => workAsAgent(client(), agent)),
    ...Array.from({ length: adminCount }, (_, at) =>
      workAsAdmin(client(), {
        agents: state.agents.filter((_agent, place) => place % adminCount === at),
        setsPrices: at === 0,
      }),
    ),
    ...Array.from({ length: travellers }, () => workAsTraveller(client())),
  ].map((one) =>
    one.catch((error) => {
      context.reportViolation(`a client failed: ${error instanceof Error ? error.stack : error}`)
    }),
  )
  return { state, replenishLeads, finished: Promise.all(work).then(() => {}) }
}
