import { randomUUID } from 'node:crypto'
import { listLeads } from '../../contract/src/leads.ts'
import { buyLead, getUserLead } from '../../contract/src/purchases.ts'
import { requestLeadReplacement } from '../../contract/src/replacements.ts'
import { checkResponseCode, paise, paiseOrNull, readRefund } from './check-response.ts'
import type { AgentPerson, Client, ListedLead } from './run-state.ts'

/** The state of one agent client, with the page of leads that it shows. */
export type AgentSession = {
  client: Client
  agent: AgentPerson
  page: ListedLead[]
  sentPurchases: SentPurchase[]
}

type PurchaseBody = { leadId: string; expectedCost?: number; payWith?: 'plan' | 'wallet' }
/** A completed purchase request that can be repeated. */
type SentPurchase = { key: string; body: PurchaseBody; answer: string }

/** Reads a page of leads for sale. It must not contain contacts, or leads that were sold before the request. */
export async function browseLeads({
  client,
  agent,
  ...session
}: AgentSession): Promise<ListedLead[]> {
  const { random, sendAs, state } = client
  const page = String(random.between(1, 3))
  const response = await sendAs(agent, listLeads, { query: { satatus: 'buy', page } })
  checkResponseCode(client, 'listLeads', response, [])
  const leads = response.data?.leads ?? session.page
  for (const { _id, phone, email } of leads) {
    const soldAtMs = state.soldAtMs.get(_id) ?? Number.POSITIVE_INFINITY
    if (soldAtMs < response.sentAtMs)
      state.context.reportViolation(`lead ${_id} was listed after its sale`)
    if (phone !== null || email !== null)
      state.context.reportViolation(`lead ${_id} was listed with its contact`)
  }
  return leads
}

const expectedCodes = [
  'LEAD_NOT_FOUND',
  'LEAD_ALREADY_SOLD',
  'LEAD_PRICE_CHANGED',
  'LEAD_PRICE_NOT_SET',
  'INSUFFICIENT_WALLET_BALANCE',
  'NO_PLAN_COVERS_LEAD',
]

/** Buys a lead of the current page, sometimes with two simultaneous requests. */
export async function buy(session: AgentSession): Promise<void> {
  const { client, agent } = session
  const { random } = client
  if (session.page.length === 0 || random.chance(0.1)) session.page = await browseLeads(session)
  if (session.page.length === 0) return
  const lead = random.pick(session.page)
  session.page = session.page.filter(({ _id }) => _id !== lead._id)
  const payWith = random.pick([undefined, undefined, 'plan', 'wallet'] as const)
  const body: PurchaseBody = {
    leadId: lead._id,
    ...(lead.cost !== null && random.chance(0.9) && { expectedCost: lead.cost }),
    ...(payWith && { payWith }),
  }
  const key = randomUUID()
  const requestCount = random.chance(0.1) ? 2 : 1
  const responses = await Promise.all(
    Array.from({ length: requestCount }, () => client.sendAs(agent, buyLead, { body, key })),
  )
  for (const response of responses) checkResponseCode(client, 'buyLead', response, expectedCodes)
  const [response, duplicate] = responses.filter(({ code }) => code === null)
  if (!response) return
  if (duplicate && JSON.stringify(duplicate.data) !== JSON.stringify(response.data)) {
    client.state.context.reportViolation(
      `two requests with one key for lead ${lead._id} got different responses`,
    )
  }
  recordSale(session, body, response.data, response.answeredAtMs)
  session.sentPurchases.push({ key, body, answer: JSON.stringify(response.data) })
}

function recordSale(
  { client: { state }, agent }: AgentSession,
  { leadId, expectedCost }: PurchaseBody,
  { purchaseId, cost, paidWith, subscription }: typeof buyLead.answer._output,
  answeredAtMs: number,
): void {
  state.soldAtMs.set(leadId, answeredAtMs)
  state.expected.purchases.push({
    purchaseId,
    leadId,
    userId: agent.userId,
    costPaise: paise(cost),
    subscriptionId: subscription?._id ?? null,
  })
  agent.bought.push(leadId)
  if (paidWith === 'wallet' && expectedCost !== undefined && cost !== expectedCost) {
    state.context.reportViolation(
      `lead ${leadId} was sold for ${cost} to an agent who confirmed ${expectedCost}`,
    )
  }
}

/** Repeats an earlier purchase request. The response must be the same, and nothing new may be bought. */
export async function buyAgain({ client, agent, sentPurchases }: AgentSession): Promise<void> {
  if (sentPurchases.length === 0) return
  const { key, body, answer } = client.random.pick(sentPurchases)
  const response = await client.sendAs(agent, buyLead, { body, key })
  if (response.code === null && response.replayed && JSON.stringify(response.data) === answer)
    return
  client.state.context.reportViolation(
    `the repeated purchase ${answer} got the response ${JSON.stringify(response)}`,
  )
}

/** Every server must list an agent's last acknowledged purchase. */
export async function readPurchases({ client, agent }: AgentSession): Promise<void> {
  const expected = agent.bought.at(-1)
  const response = await client.sendAs(agent, getUserLead, { params: { userId: agent.userId } })
  checkResponseCode(client, 'getUserLead', response, [])
  if (expected && !response.data.some(({ lead }) => lead._id === expected)) {
    client.state.context.reportViolation(`lead ${expected} is missing from its buyer's purchases`)
  }
}

/** Requests the replacement of a lead that the agent bought. */
export async function requestReplacement({ client, agent }: AgentSession): Promise<void> {
  if (agent.bought.length === 0) return
  const leadId = client.random.pick(agent.bought)
  const response = await client.sendAs(agent, requestLeadReplacement, {
    body: { leadId, reason: client.random.pick(['Wrong number', 'Unreachable: twice', 'Other']) },
    key: randomUUID(),
  })
  checkResponseCode(client, 'requestLeadReplacement', response, [
    'REPLACEMENT_ALREADY_REQUESTED',
    'REPLACEMENT_REJECTED_TWICE',
  ])
  if (response.code !== null) return
  const { _id: requestId, approvalReturns } = response.data
  const returned = readRefund(response.data)
  const refund = approvalReturns
    ? { to: approvalReturns.to, paise: paiseOrNull(approvalReturns.amount) }
    : returned
  const { expected, context } = client.state
  if (!refund) {
    context.reportViolation(`request ${requestId} does not state its refund`)
    return
  }
  expected.requests.push({ requestId, leadId, userId: agent.userId, approvalReturns: refund })
  // A check approves the request at once, for example if the traveller withdrew the enquiry before the purchase.
  if (returned) expected.decisions.push({ requestId, status: 'approved', returned })
}
