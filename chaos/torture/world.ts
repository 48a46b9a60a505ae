import { randomUUID } from 'node:crypto'
import { login, register, sessionOf } from '../../contract/src/auth.ts'
import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { setLeadCost } from '../../contract/src/lead-costs.ts'
import type { Lead } from '../../contract/src/leads.ts'
import { createPlan, type Plan } from '../../contract/src/plans.ts'
import { rechargeWallet } from '../../contract/src/wallets.ts'
import { type Ask, askerOf, type Surroundings, type Told, type Wish } from './ask.ts'
import { type Dice, diceOf } from './random.ts'
import { ADMIN } from './stage.ts'
import type { ToldFacts } from './told.ts'

const PASSWORD = 'torture-of-agents'
/** Of agents; admins and travellers have dice of their own too. */
const FIRST_LANE = 100

/** Somebody with an account. */
export type Person = {
  userId: string
  email: string
  password: string
  token: string
}

export type AgentPerson = Person & {
  /** What it may be offered again, by id of the lead. */
  bought: string[]
  /** Asked for, and nobody told yet whether it is the password now. */
  newPassword: string | undefined
  /** From before an admin asks for it until it is let in again. */
  suspension: { toldAtMs: number; endsAtMs: number } | undefined
}

/** What all clients know of each other. */
export type World = {
  agents: AgentPerson[]
  told: ToldFacts
  around: Surroundings
  /** When the sale of a lead was told to its buyer. */
  soldAtMs: Map<string, number>
  plans: Plan[]
  isOver: () => boolean
  /** Makes an order as old as those that nobody is asked about any more, where it is not paid and the database is there. */
  expire: (orderId: string) => Promise<void>
}

/** A client: its dice, and its way to ask. */
export type Client = {
  world: World
  dice: Dice
  ask: Ask
  /** Asks as this person; a session that has ended is begun anew, and the same asked again. */
  askAs: <E extends EndpointSpec>(person: Person, endpoint: E, wish: Wish<E>) => Promise<Told<E>>
}

/** @param lane a number of its own */
export function clientOf(world: World, seed: number, lane: number): Client {
  const dice = diceOf(seed, FIRST_LANE + lane)
  const ask = askerOf(world.around, dice)
  return {
    world,
    dice,
    ask,
    async askAs(person, endpoint, wish) {
      for (;;) {
        const told = await ask(endpoint, { ...wish, token: person.token })
        if (told.code === null) refuseWhileSuspended(world, person, endpoint.name, told)
        if (told.code !== 'UNAUTHENTICATED') return told
        await signIn(world, ask, person)
      }
    },
  }
}

/** A suspended agent is out: nothing that it asks for after an admin was told so is done. */
function refuseWhileSuspended(
  { agents, around }: World,
  person: Person,
  call: string,
  { sentAtMs, answeredAtMs }: Told<EndpointSpec>,
): void {
  const { suspension } = agents.find(({ userId }) => userId === person.userId) ?? {}
  if (!suspension || sentAtMs <= suspension.toldAtMs || answeredAtMs >= suspension.endsAtMs) return
  around.complain(`${call} of ${person.userId} was done while it was suspended`)
}

async function signIn(world: World, ask: Ask, person: Person): Promise<void> {
  const agent = world.agents.find(({ userId }) => userId === person.userId)
  for (;;) {
    while (agent?.suspension) await new Promise((done) => setTimeout(done, 20))
    const told = await ask(login, {
      body: { emailOrPhone: person.email, password: person.password },
    })
    if (told.code === null) {
      person.token = sessionOf(told.data).accessToken
      return
    }
    // Suspended between the look above and the answer.
    if (told.code === 'INVALID_CREDENTIALS' && agent?.suspension) continue
    if (told.code === 'INVALID_CREDENTIALS' && agent?.newPassword) {
      agent.password = agent.newPassword
      agent.newPassword = undefined
      continue
    }
    throw new Error(`${person.email} could not sign in: ${told.code}`)
  }
}

/** A session of the one admin account. */
export const adminPerson = (): Person => ({ userId: '', ...ADMIN, token: '' })

/** Makes what a marketplace begins with: prices, plans, agents with some money. */
export async function createStartingRecords(
  world: World,
  seed: number,
  agents: number,
): Promise<void> {
  const client = clientOf(world, seed, 0)
  const admin = adminPerson()
  const { askAs } = client
  for (const [type, price] of [
    ['domestic', 50],
    ['both', 80],
  ] as const) {
    await askAs(admin, setLeadCost, { body: { type, price } })
    world.told.prices.set(type, price * 100)
  }
  for (const [at, price] of [0, 99, 450, 1200].entries()) {
    const { data } = await askAs(admin, createPlan, {
      body: planForm(`FIRST-${at}`, price, client),
    })
    world.told.plans.set(data._id, { pricePaise: price * 100, isDeleted: false })
    world.plans.push(data)
  }
  for (let at = 0; at < agents; at += 1) world.agents.push(await openAccount(client, at))
  for (const { userId } of world.agents) {
    const amount = client.dice.between(300, 2000)
    const { data } = await askAs(admin, rechargeWallet, {
      body: { userId, amount },
      key: randomUUID(),
    })
    world.told.recharges.push({
      transactionId: data.transactionId,
      userId,
      amountPaise: amount * 100,
    })
  }
}

async function openAccount({ ask }: Client, at: number): Promise<AgentPerson> {
  const body = new FormData()
  const email = `agent${at}@torture.example`
  for (const [name, value] of Object.entries({
    name: `Agent ${at}`,
    email,
    password: PASSWORD,
    phone: `+9170${String(at).padStart(8, '0')}`,
    companyName: `Company ${at}`,
  })) {
    body.set(name, value)
  }
  const { code, data } = await ask(register, { body })
  if (code !== null) throw new Error(`an account could not be opened: ${code}`)
  return {
    userId: data._id,
    email,
    password: PASSWORD,
    token: '',
    bought: [],
    newPassword: undefined,
    suspension: undefined,
  }
}

/** Leads enough to run out of. */
export function planForm(planId: string, price: number, { dice }: Pick<Client, 'dice'>) {
  return {
    planId,
    planName: `Plan ${planId}`,
    price,
    description: 'Sold while everything breaks',
    validity: dice.between(1, 90),
    planType: dice.pick(['domestic', 'international', 'both'] as const),
    numberOfLeads: dice.between(1, 12),
  }
}

/** A lead of a page that an agent was shown. */
export type ListedLead = Pick<Lead, '_id' | 'cost' | 'leadType'>
