import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addUsersPlanByAdmin } from '../../contract/src/plans.ts'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
} from '../../contract/src/replacements.ts'
import { suspendUser } from '../../contract/src/users.ts'
import { rechargeWallet } from '../../contract/src/wallets.ts'
import type { AdminSession } from './admin-session.ts'
import { checkResponseCode, paise, readRefund } from './check-response.ts'
import { answerMessage, decideEnquiry } from './decide-enquiries.ts'
import { changeCatalogue, changePrice } from './manage-catalogue.ts'
import { changeLead, createOneLead } from './manage-leads.ts'
import { type AgentPerson, adminPerson, type Client } from './run-state.ts'

/** The actions of an admin with their weights in percent. */
const actionWeights: readonly [weight: number, action: (session: AdminSession) => Promise<void>][] =
  [
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

/** Runs random admin actions until the run is over. Suspended agents are activated again. */
export async function workAsAdmin(
  client: Client,
  { agents, setsPrices }: { agents: AgentPerson[]; setsPrices: boolean },
): Promise<void> {
  const session: AdminSession = {
    client,
    admin: adminPerson(),
    agents,
    leads: [],
    plans: [],
    setsPrices,
  }
  const weightedActions = actionWeights.flatMap(([weight, action]) =>
    Array.from({ length: weight }, () => action),
  )
  while (!client.state.isOver()) {
    await client.random.pick(weightedActions)(session)
    await sleep(client.random.between(0, 120))
  }
}

async function recharge({ client, admin }: AdminSession): Promise<void> {
  const { userId } = client.random.pick(client.state.agents)
  const amount = client.random.between(1, 80_000) / 100
  const request = { body: { userId, amount }, key: randomUUID() }
  const requestCount = client.random.chance(0.2) ? 2 : 1
  const responses = await Promise.all(
    Array.from({ length: requestCount }, () => client.sendAs(admin, rechargeWallet, request)),
  )
  for (const response of responses) checkResponseCode(client, 'adminWalletRecharge', response, [])
  const [response, duplicate] = responses
  if (response?.code !== null) return
  const { transactionId } = response.data
  if (transactionId === null) return
  if (duplicate && duplicate.data?.transactionId !== transactionId) {
    client.state.context.reportViolation(
      `two requests with one key for a recharge of ${userId} got different responses`,
    )
  }
  client.state.expected.recharges.push({ transactionId, userId, amountPaise: paise(amount) })
}

/** Sells a plan for cash at the listed price. */
async function assignPlan({ client, admin }: AdminSession): Promise<void> {
  const { random, state } = client
  const { userId } = random.pick(state.agents)
  const { _id: planId, price } = random.pick(state.plans)
  const response = await client.sendAs(admin, addUsersPlanByAdmin, {
    body: { userId, planId, expectedPrice: price },
    key: randomUUID(),
  })
  checkResponseCode(client, 'addUsersPlanByAdmin', response, [
    'PLAN_NOT_FOUND',
    'PLAN_PRICE_CHANGED',
    'FREE_PLAN_ALREADY_GRANTED',
  ])
  if (response.code !== null) return
  state.expected.grants.push({
    subscriptionId: response.data._id,
    userId,
    planId,
    pricePaise: paise(price),
  })
}

/** Decides one of the pending requests. Several admins may decide the same request at once. */
async function decideReplacement({ client, admin }: AdminSession): Promise<void> {
  const waiting = await client.sendAs(admin, getAllLeadReplacementRequests, {
    query: { status: 'pending' },
  })
  checkResponseCode(client, 'getAllLeadReplacementRequests', waiting, [])
  if (!waiting.data?.docs.length) return
  const { _id: requestId } = client.random.pick(waiting.data.docs)
  const action = client.random.pick(['approved', 'approved', 'rejected'] as const)
  const response = await client.sendAs(admin, approveLeadReplacement, {
    body: { requestId, action },
    key: randomUUID(),
  })
  checkResponseCode(client, 'approveLeadReplacement', response, [
    'REPLACEMENT_ALREADY_DECIDED',
    'APPEAL_NEEDS_OTHER_ADMIN',
  ])
  if (response.code !== null) return
  const returned = readRefund(response.data)
  client.state.expected.decisions.push({ requestId, status: action, returned })
}

async function suspendForAWhile({ client, admin, agents }: AdminSession): Promise<void> {
  const agent = client.random.pick(agents)
  const suspension = { confirmedAtMs: Number.POSITIVE_INFINITY, endsAtMs: Number.POSITIVE_INFINITY }
  agent.suspension = suspension
  const params = { userId: agent.userId }
  const suspended = await client.sendAs(admin, suspendUser, {
    params,
    query: { status: 'suspended' },
  })
  checkResponseCode(client, 'suspendUser', suspended, [])
  suspension.confirmedAtMs = suspended.answeredAtMs
  await sleep(client.random.between(100, 1500))
  suspension.endsAtMs = performance.now()
  const active = await client.sendAs(admin, suspendUser, { params, query: { status: 'active' } })
  checkResponseCode(client, 'suspendUser', active, [])
  agent.suspension = undefined
}
