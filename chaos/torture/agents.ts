import { setTimeout as sleep } from 'node:timers/promises'
import { updateImageOfUser } from '../../contract/src/profile.ts'
import { myTransactions } from '../../contract/src/transactions.ts'
import { updateUser } from '../../contract/src/update-user.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import {
  buy,
  buyAgain,
  type Desk,
  lookAround,
  readPurchases,
  requestReplacement,
} from './buying.ts'
import { ownName } from './lead-keeping.ts'
import { changePassword } from './passwords.ts'
import { orderPlan, orderTopUp } from './paying.ts'
import { refusedOtherwise } from './sentences.ts'
import type { AgentPerson, Client } from './world.ts'

/** What an agent does, and how often among a hundred times. */
const HABITS: readonly [times: number, action: (desk: Desk) => Promise<unknown>][] = [
  [54, buy],
  [4, buyAgain],
  [4, lookAround],
  [4, readPurchases],
  [12, requestReplacement],
  [8, orderPlan],
  [6, orderTopUp],
  [3, setPicture],
  [3, readStatement],
  [1, moveOffice],
  [1, changePassword],
]

/** Lets an agent work without a pause until it is over, and finish what it is at. */
export async function workAsAgent(client: Client, agent: AgentPerson): Promise<void> {
  const desk: Desk = { client, agent, page: [], earlier: [] }
  const bag = HABITS.flatMap(([times, action]) => Array.from({ length: times }, () => action))
  while (!client.world.isOver()) {
    await client.dice.pick(bag)(desk)
    await sleep(client.dice.between(0, 60))
  }
}

/** A new picture; where the disk is full the one before stays. */
async function setPicture({ client, agent }: Desk): Promise<void> {
  const { told: facts } = client.world
  const body = new FormData()
  const side = client.dice.between(8, 200)
  body.set('profile', new Blob([new Uint8Array(blackPng(side))]), 'picture.png')
  const told = await client.askAs(agent, updateImageOfUser, { body })
  refusedOtherwise(client, 'updateImageOfUser', told, ['TOO_MANY_REQUESTS'])
  if (told.code === null) facts.pictures.set(agent.userId, told.data.profile)
  else if (told.unknowns > 0) facts.pictures.set(agent.userId, null)
}

/** Another name of its company. */
async function moveOffice({ client, agent }: Desk): Promise<void> {
  const { companies } = client.world.told
  const companyName = ownName('Company')
  const told = await client.askAs(agent, updateUser, {
    body: { name: 'Agent', email: agent.email, companyName },
  })
  refusedOtherwise(client, 'updateUser', told, ['TOO_MANY_REQUESTS'])
  const before = companies.get(agent.userId) ?? []
  if (told.code === null) companies.set(agent.userId, [companyName])
  else if (told.unknowns > 0) companies.set(agent.userId, [...before, companyName])
}

async function readStatement({ client, agent }: Desk): Promise<void> {
  const told = await client.askAs(agent, myTransactions, { query: { limit: '5' } })
  refusedOtherwise(client, 'myTransactions', told, [])
}
