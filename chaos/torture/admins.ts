import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addUsersPlanByAdmin } from '../../contract/src/plans.ts'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
} from '../../contract/src/replacements.ts'
import { suspendUser } from '../../contract/src/users.ts'
import { rechargeWallet } from '../../contract/src/wallets.ts'
import { changeCatalogue, changePrice } from './catalogue.ts'
import { answerMessage, decideEnquiry } from './deciding.ts'
import { changeLead, createOneLead } from './lead-keeping.ts'
import type { Office } from './office.ts'
import { paise, refusedOtherwise } from './sentences.ts'
import { type AgentPerson, adminPerson, type Client } from './world.ts'

/** What an admin does, and how often among a hundred times. */
const HABITS: readonly [times: number, action: (office: Office) => Promise<void>][] = [
  [18, recharge],
  [18, decideReplacement],
  [14, createOneLead],
  [16, changeLead],
  [10, decideEnquiry],
  [2, answerMessage],
  [8, assignPlan],
  [6, suspendForAWhile],
  [4, changePrice],
  [4, changeCatalogue],
]

/** Lets an admin work until it is over; whoever it has suspended is let in again. */
export async function workAsAdmin(
  client: Client,
  { agents, setsPrices }: { agents: AgentPerson[]; setsPrices: boolean },
): Promise<void> {
  const office: Office = {
    client,
    admin: adminPerson(),
    agents,
    leads: [],
    plans: [],
    setsPrices,
  }
  const bag = HABITS.flatMap(([times, action]) => Array.from({ length: times }, () => action))
  while (!client.world.isOver()) {
    await client.dice.pick(bag)(office)
    await sleep(client.dice.between(0, 120))
  }
}

async function recharge({ client, admin }: Office): Promise<void> {
  const { userId } = client.dice.pick(client.world.agents)
  const amount = client.dice.between(1, 80_000) / 100
  const wish = { body: { userId, amount }, key: randomUUID() }
  const clicks = client.dice.chance(0.2) ? 2 : 1
  const answers = await Promise.all(
    Array.from({ length: clicks }, () => client.askAs(admin, rechargeWallet, wish)),
  )
  for (const told of answers) refusedOtherwise(client, 'adminWalletRecharge', told, [])
  const [told, other] = answers
  if (told?.code !== null) return
  const { transactionId } = told.data
  if (other && other.data?.transactionId !== transactionId) {
    client.world.around.complain(`two clicks on a recharge of ${userId} were answered differently`)
  }
  client.world.told.recharges.push({ transactionId, userId, amountPaise: paise(amount) })
}

/** Sells a plan for cash, at the price that the catalogue shows. */
async function assignPlan({ client, admin }: Office): Promise<void> {
  const { dice, world } = client
  const { userId } = dice.pick(world.agents)
  const { _id: planId, price } = dice.pick(world.plans)
  const told = await client.askAs(admin, addUsersPlanByAdmin, {
    body: { userId, planId, expectedPrice: price },
    key: randomUUID(),
  })
  refusedOtherwise(client, 'addUsersPlanByAdmin', told, [
    'PLAN_NOT_FOUND',
    'PLAN_PRICE_CHANGED',
    'FREE_PLAN_ALREADY_GRANTED',
  ])
  if (told.code !== null) return
  world.told.grants.push({
    subscriptionId: told.data._id,
    userId,
    planId,
    pricePaise: paise(price),
  })
}

/** Decides one of the requests that wait; several admins may be at the same one. */
async function decideReplacement({ client, admin }: Office): Promise<void> {
  const waiting = await client.askAs(admin, getAllLeadReplacementRequests, {
    query: { status: 'pending' },
  })
  refusedOtherwise(client, 'getAllLeadReplacementRequests', waiting, [])
  if (!waiting.data?.docs.length) return
  const { _id: requestId } = client.dice.pick(waiting.data.docs)
  const action = client.dice.pick(['approved', 'approved', 'rejected'] as const)
  const told = await client.askAs(admin, approveLeadReplacement, {
    body: { requestId, action },
    key: randomUUID(),
  })
  refusedOtherwise(client, 'approveLeadReplacement', told, ['REPLACEMENT_ALREADY_DECIDED'])
  if (told.code !== null) return
  const { returned, returnedAmount } = told.data
  client.world.told.decisions.push({
    requestId,
    status: action,
    returned,
    returnedPaise: returnedAmount === null ? null : paise(returnedAmount),
  })
}

async function suspendForAWhile({ client, admin, agents }: Office): Promise<void> {
  const agent = client.dice.pick(agents)
  const suspension = { toldAtMs: Number.POSITIVE_INFINITY, endsAtMs: Number.POSITIVE_INFINITY }
  agent.suspension = suspension
  const params = { userId: agent.userId }
  const suspended = await client.askAs(admin, suspendUser, {
    params,
    query: { status: 'suspended' },
  })
  refusedOtherwise(client, 'suspendUser', suspended, [])
  suspension.toldAtMs = suspended.answeredAtMs
  await sleep(client.dice.between(100, 1500))
  suspension.endsAtMs = performance.now()
  const active = await client.askAs(admin, suspendUser, { params, query: { status: 'active' } })
  refusedOtherwise(client, 'suspendUser', active, [])
  agent.suspension = undefined
}
