import { setTimeout as sleep } from 'node:timers/promises'
import { updateImageOfUser } from '../../contract/src/profile.ts'
import { myTransactions } from '../../contract/src/transactions.ts'
import { updateUser } from '../../contract/src/update-user.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import {
  type AgentSession,
  browseLeads,
  buy,
  buyAgain,
  readPurchases,
  requestReplacement,
} from './buy-leads.ts'
import { changePassword } from './change-password.ts'
import { checkResponseCode } from './check-response.ts'
import { uniqueName } from './manage-leads.ts'
import { orderPlan, orderTopUp } from './pay-orders.ts'
import type { AgentPerson, Client } from './run-state.ts'

/** The actions of an agent with their weights in percent. */
const actionWeights: readonly [
  weight: number,
  action: (session: AgentSession) => Promise<unknown>,
][] = [
  [54, buy],
  [4, buyAgain],
  [4, browseLeads],
  [4, readPurchases],
  [12, requestReplacement],
  [8, orderPlan],
  [6, orderTopUp],
  [3, setPicture],
  [3, readStatement],
  [1, changeCompanyName],
  [1, changePassword],
]

/** Runs random agent actions until the run is over, and finishes the last one. */
export async function workAsAgent(client: Client, agent: AgentPerson): Promise<void> {
  const session: AgentSession = { client, agent, page: [], sentPurchases: [] }
  const weightedActions = actionWeights.flatMap(([weight, action]) =>
    Array.from({ length: weight }, () => action),
  )
  while (!client.state.isOver()) {
    await client.random.pick(weightedActions)(session)
    await sleep(client.random.between(0, 60))
  }
}

/** Uploads a new picture. If the disk is full, the previous picture remains. */
async function setPicture({ client, agent }: AgentSession): Promise<void> {
  const { expected } = client.state
  const body = new FormData()
  const side = client.random.between(8, 200)
  body.set('profile', new Blob([new Uint8Array(blackPng(side))]), 'picture.png')
  const response = await client.sendAs(agent, updateImageOfUser, { body })
  checkResponseCode(client, 'updateImageOfUser', response, ['TOO_MANY_REQUESTS'])
  if (response.code === null) expected.pictures.set(agent.userId, response.data.profile)
  else if (response.unknownOutcomes > 0) expected.pictures.set(agent.userId, null)
}

async function changeCompanyName({ client, agent }: AgentSession): Promise<void> {
  const { companies } = client.state.expected
  const companyName = uniqueName('Company')
  const response = await client.sendAs(agent, updateUser, {
    body: { name: 'Agent', email: agent.email, companyName },
  })
  checkResponseCode(client, 'updateUser', response, ['TOO_MANY_REQUESTS'])
  const before = companies.get(agent.userId) ?? []
  if (response.code === null) companies.set(agent.userId, [companyName])
  else if (response.unknownOutcomes > 0) companies.set(agent.userId, [...before, companyName])
}

async function readStatement({ client, agent }: AgentSession): Promise<void> {
  const response = await client.sendAs(agent, myTransactions, { query: { limit: '5' } })
  checkResponseCode(client, 'myTransactions', response, [])
}
