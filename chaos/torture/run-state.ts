import { randomUUID } from 'node:crypto'
import { login, register, sessionOf } from '../../contract/src/auth.ts'
import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { setLeadCost } from '../../contract/src/lead-costs.ts'
import type { Lead } from '../../contract/src/leads.ts'
import { createPlan, type Plan } from '../../contract/src/plans.ts'
import { rechargeWallet } from '../../contract/src/wallets.ts'
import type { ExpectedState } from './expected-state.ts'
import { createRandom, type Random } from './random.ts'
import {
  createRequestSender,
  type FinalResponse,
  type RequestInput,
  type RunContext,
  type SendRequest,
} from './send-request.ts'
import { adminLogin } from './servers.ts'

const password = 'torture-of-agents'
/** Agents, admins and travellers each have a separate random sequence from here on. */
const firstClientStream = 100

/** An account with its current session. */
export type Person = {
  userId: string
  email: string
  password: string
  token: string
}

export type AgentPerson = Person & {
  /** Ids of bought leads. */
  bought: string[]
  /** A password whose change was requested, with unknown outcome. */
  newPassword: string | undefined
  /** Set from before the suspension is requested until the account is active again. */
  suspension: { confirmedAtMs: number; endsAtMs: number } | undefined
}

/** State that all clients share. */
export type RunState = {
  agents: AgentPerson[]
  expected: ExpectedState
  context: RunContext
  /** When the buyer received the response of the sale, by lead id. */
  soldAtMs: Map<string, number>
  plans: Plan[]
  isOver: () => boolean
  /** Closes an unpaid order, so that the reconciler no longer checks it. Does nothing if the database is down. */
  expire: (orderId: string) => Promise<void>
}

export type Client = {
  state: RunState
  random: Random
  send: SendRequest
  /** Sends a request for this user. Logs in again after the session has ended, and repeats the request. */
  sendAs: <E extends EndpointSpec>(
    person: Person,
    endpoint: E,
    request: RequestInput<E>,
  ) => Promise<FinalResponse<E>>
}

/** @param stream number of the client's random sequence */
export function createClient(state: RunState, seed: number, stream: number): Client {
  const random = createRandom(seed, firstClientStream + stream)
  const send = createRequestSender(state.context, random)
  return {
    state,
    random,
    send,
    async sendAs(person, endpoint, request) {
      for (;;) {
        const response = await send(endpoint, { ...request, token: person.token })
        if (response.code === null) checkNotSuspended(state, person, endpoint.name, response)
        if (response.code !== 'UNAUTHENTICATED') return response
        await logIn(state, send, person)
      }
    },
  }
}

/** No call of a suspended agent may succeed after the suspension was confirmed to the admin. */
function checkNotSuspended(
  { agents, context }: RunState,
  person: Person,
  call: string,
  { sentAtMs, answeredAtMs }: FinalResponse<EndpointSpec>,
): void {
  const { suspension } = agents.find(({ userId }) => userId === person.userId) ?? {}
  if (!suspension || sentAtMs <= suspension.confirmedAtMs || answeredAtMs >= suspension.endsAtMs)
    return
  context.reportViolation(`${call} of ${person.userId} succeeded while the agent was suspended`)
}

async function logIn(state: RunState, send: SendRequest, person: Person): Promise<void> {
  const agent = state.agents.find(({ userId }) => userId === person.userId)
  for (;;) {
    while (agent?.suspension) await new Promise((done) => setTimeout(done, 20))
    const response = await send(login, {
      body: { emailOrPhone: person.email, password: person.password },
    })
    if (response.code === null) {
      person.token = sessionOf(response.data).accessToken
      return
    }
    // The suspension started between the check above and the response.
    if (response.code === 'INVALID_CREDENTIALS' && agent?.suspension) continue
    if (response.code === 'INVALID_CREDENTIALS' && agent?.newPassword) {
      agent.password = agent.newPassword
      agent.newPassword = undefined
      continue
    }
    throw new Error(`${person.email} could not log in: ${response.code}`)
  }
}

/** A client's own state of the only admin account, without a session yet. */
export const adminPerson = (): Person => ({ userId: '', ...adminLogin, token: '' })

/** Creates the initial data: prices, plans, and agents with a balance. */
export async function createStartingRecords(
  state: RunState,
  seed: number,
  agents: number,
): Promise<void> {
  const client = createClient(state, seed, 0)
  const admin = adminPerson()
  const { sendAs } = client
  for (const [type, price] of [
    ['domestic', 50],
    ['both', 80],
  ] as const) {
    await sendAs(admin, setLeadCost, { body: { type, price } })
    state.expected.prices.set(type, price * 100)
  }
  for (const [at, price] of [0, 99, 450, 1200].entries()) {
    const { data } = await sendAs(admin, createPlan, {
      body: planForm(`FIRST-${at}`, price, client),
    })
    state.expected.plans.set(data._id, { pricePaise: price * 100, isDeleted: false })
    state.plans.push(data)
  }
  for (let at = 0; at < agents; at += 1) state.agents.push(await createAccount(client, at))
  for (const { userId } of state.agents) {
    const amount = client.random.between(300, 2000)
    const { data } = await sendAs(admin, rechargeWallet, {
      body: { userId, amount },
      key: randomUUID(),
    })
    state.expected.recharges.push({
      transactionId: String(data.transactionId),
      userId,
      amountPaise: amount * 100,
    })
  }
}

async function createAccount({ send }: Client, at: number): Promise<AgentPerson> {
  const body = new FormData()
  const email = `agent${at}@torture.example`
  for (const [name, value] of Object.entries({
    name: `Agent ${at}`,
    email,
    password: password,
    phone: `+9170${String(at).padStart(8, '0')}`,
    companyName: `Company ${at}`,
  })) {
    body.set(name, value)
  }
  const { code, data } = await send(register, { body })
  if (code !== null) throw new Error(`an account could not be created: ${code}`)
  return {
    userId: data._id,
    email,
    password: password,
    token: '',
    bought: [],
    newPassword: undefined,
    suspension: undefined,
  }
}

/** Few leads per plan, so that plans run out. */
export function planForm(planId: string, price: number, { random }: Pick<Client, 'random'>) {
  return {
    planId,
    planName: `Plan ${planId}`,
    price,
    description: 'A plan of the torture run',
    validity: random.between(1, 90),
    planType: random.pick(['domestic', 'international', 'both'] as const),
    numberOfLeads: random.between(1, 12),
  }
}

/** A lead on a page that was shown to an agent. */
export type ListedLead = Pick<Lead, '_id' | 'cost' | 'leadType'>
