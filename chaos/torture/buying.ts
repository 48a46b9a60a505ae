import { randomUUID } from 'node:crypto'
import { listLeads } from '../../contract/src/leads.ts'
import { buyLead, getUserLead } from '../../contract/src/purchases.ts'
import { requestLeadReplacement } from '../../contract/src/replacements.ts'
import { paise, refusedOtherwise } from './sentences.ts'
import type { AgentPerson, Client, ListedLead } from './world.ts'

/** An agent at work, with the page that it looks at. */
export type Desk = { client: Client; agent: AgentPerson; page: ListedLead[]; earlier: Earlier[] }

type Wanted = { leadId: string; expectedCost?: number; payWith?: 'plan' | 'wallet' }
/** A purchase that can be sent again. */
type Earlier = { key: string; body: Wanted; answer: string }

/** Looks at a page of leads for sale. What was sold before it was asked for is not on it, nor anybody's contact. */
export async function lookAround({ client, agent, ...desk }: Desk): Promise<ListedLead[]> {
  const { dice, askAs, world } = client
  const page = String(dice.between(1, 3))
  const told = await askAs(agent, listLeads, { query: { satatus: 'buy', page } })
  refusedOtherwise(client, 'listLeads', told, [])
  const leads = told.data?.leads ?? desk.page
  for (const { _id, phone, email } of leads) {
    const soldAtMs = world.soldAtMs.get(_id) ?? Number.POSITIVE_INFINITY
    if (soldAtMs < told.sentAtMs) world.around.complain(`lead ${_id} was offered after its sale`)
    if (phone !== null || email !== null)
      world.around.complain(`lead ${_id} was shown with contact`)
  }
  return leads
}

const REFUSALS = [
  'LEAD_NOT_FOUND',
  'LEAD_ALREADY_SOLD',
  'LEAD_PRICE_CHANGED',
  'LEAD_PRICE_NOT_SET',
  'INSUFFICIENT_WALLET_BALANCE',
  'NO_PLAN_COVERS_LEAD',
]

/** Buys one of the leads of the page, now and then with two clicks at once. */
export async function buy(desk: Desk): Promise<void> {
  const { client, agent } = desk
  const { dice } = client
  if (desk.page.length === 0 || dice.chance(0.1)) desk.page = await lookAround(desk)
  if (desk.page.length === 0) return
  const lead = dice.pick(desk.page)
  desk.page = desk.page.filter(({ _id }) => _id !== lead._id)
  const payWith = dice.pick([undefined, undefined, 'plan', 'wallet'] as const)
  const body: Wanted = {
    leadId: lead._id,
    ...(lead.cost !== null && dice.chance(0.9) && { expectedCost: lead.cost }),
    ...(payWith && { payWith }),
  }
  const key = randomUUID()
  const clicks = dice.chance(0.1) ? 2 : 1
  const answers = await Promise.all(
    Array.from({ length: clicks }, () => client.askAs(agent, buyLead, { body, key })),
  )
  for (const told of answers) refusedOtherwise(client, 'buyLead', told, REFUSALS)
  const [told, other] = answers.filter(({ code }) => code === null)
  if (!told) return
  if (other && JSON.stringify(other.data) !== JSON.stringify(told.data)) {
    client.world.around.complain(`two clicks on lead ${lead._id} were answered differently`)
  }
  noteSale(desk, body, told.data, told.answeredAtMs)
  desk.earlier.push({ key, body, answer: JSON.stringify(told.data) })
}

function noteSale(
  { client: { world }, agent }: Desk,
  { leadId, expectedCost }: Wanted,
  { purchaseId, cost, paidWith, subscription }: typeof buyLead.answer._output,
  answeredAtMs: number,
): void {
  world.soldAtMs.set(leadId, answeredAtMs)
  world.told.purchases.push({
    purchaseId,
    leadId,
    userId: agent.userId,
    costPaise: paise(cost),
    subscriptionId: subscription?._id ?? null,
  })
  agent.bought.push(leadId)
  if (paidWith === 'wallet' && expectedCost !== undefined && cost !== expectedCost) {
    world.around.complain(
      `lead ${leadId} was sold for ${cost} to whoever was shown ${expectedCost}`,
    )
  }
}

/** Sends an earlier purchase again, as a client does that has lost its memory: the same answer, and nothing new. */
export async function buyAgain({ client, agent, earlier }: Desk): Promise<void> {
  if (earlier.length === 0) return
  const { key, body, answer } = client.dice.pick(earlier)
  const told = await client.askAs(agent, buyLead, { body, key })
  if (told.code === null && told.replayed && JSON.stringify(told.data) === answer) return
  client.world.around.complain(`purchase ${answer} sent again was answered ${JSON.stringify(told)}`)
}

/** What an agent was told to have bought is among its purchases, whichever server is asked. */
export async function readPurchases({ client, agent }: Desk): Promise<void> {
  const expected = agent.bought.at(-1)
  const told = await client.askAs(agent, getUserLead, { params: { userId: agent.userId } })
  refusedOtherwise(client, 'getUserLead', told, [])
  if (expected && !told.data.some(({ lead }) => lead._id === expected)) {
    client.world.around.complain(`lead ${expected} is not among the purchases of its buyer`)
  }
}

/** Asks for the replacement of a lead that it has bought. */
export async function requestReplacement({ client, agent }: Desk): Promise<void> {
  if (agent.bought.length === 0) return
  const leadId = client.dice.pick(agent.bought)
  const told = await client.askAs(agent, requestLeadReplacement, {
    body: { leadId, reason: client.dice.pick(['Wrong number', 'Unreachable: twice', 'Other']) },
    key: randomUUID(),
  })
  refusedOtherwise(client, 'requestLeadReplacement', told, [
    'REPLACEMENT_ALREADY_REQUESTED',
    'REPLACEMENT_REJECTED_TWICE',
  ])
  if (told.code !== null) return
  const { userId } = agent
  client.world.told.requests.push({ requestId: told.data._id, leadId, userId })
}
