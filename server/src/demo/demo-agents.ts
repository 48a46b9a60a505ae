import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { suspendUser } from '../features/accounts/suspend-user.ts'
import { updateUser } from '../features/accounts/update-user.ts'
import { confirmEmail } from '../features/auth/public/confirm-email.ts'
import { createPasswords, type Passwords } from '../features/auth/public/passwords.ts'
import { registerUser } from '../features/auth/register-user.ts'
import { ApiFailure } from '../platform/http/failure.ts'
import { createDocument } from './demo-documents.ts'
import { demoAgentLogin } from './demo-logins.ts'
import { type DemoAgent, otherAgents } from './demo-people.ts'
import { actorWith, type DemoEvent, type DemoWorld, dayMs, minuteMs } from './demo-world.ts'

/** The agent whose login is printed. */
const demoAgent: DemoAgent = {
  name: 'Kabir Anand',
  email: demoAgentLogin.email,
  city: 'Jaipur',
  companyName: 'Marigold Journeys',
  joinedDaysAgo: 380,
  buys: [12, 10],
  rechargeRupees: 3000,
  finalBalanceRupees: 5000,
  gstin: '08AAMCM4417K1Z4',
  billingAddress: '2nd Floor, Chaura Rasta, Near Hawa Mahal, 302003',
}

/** Agents who joined less than this many days ago have uploaded no document. */
const sentAfterDays = 100

/** An agent of the demo with its account. */
export interface Buyer extends DemoAgent {
  joinedAt: Date
  phone: string
  /** Id of the user. Set when the agent registers. */
  id: string
}

export function planBuyers(now: Date): Buyer[] {
  return [demoAgent, ...otherAgents].map((agent, index) => ({
    ...agent,
    joinedAt: new Date(now.getTime() - agent.joinedDaysAgo * dayMs - index * 17 * minuteMs),
    phone: `+9190000${String(101 + index).padStart(5, '0')}`,
    id: '',
  }))
}

/** Finds a buyer by the first word of its email. */
export function findBuyer(buyers: readonly Buyer[], name: string): Buyer {
  const buyer = buyers.find(({ email }) => email.startsWith(`${name}@`))
  if (!buyer) throw new Error(`the demo has no agent ${name}`)
  return buyer
}

/** The agents sign up. One is suspended at the end. */
export function agentEvents(world: DemoWorld, now: Date, buyers: readonly Buyer[]): DemoEvent[] {
  const passwords = createPasswords()
  // Only one agent can log in. One hash for the others, because a hash is expensive.
  const unknown = passwords.hash(randomBytes(24).toString('base64url'))
  unknown.catch(() => {}) // Reported by the first registration that awaits it.
  const unknownPasswords = { ...passwords, hash: () => unknown }
  return buyers.flatMap((buyer) => {
    const { joinedAt } = buyer
    const hashes = buyer.email === demoAgentLogin.email ? passwords : unknownPasswords
    const suspension = {
      at: new Date(now.getTime() - 40 * minuteMs),
      run: () => suspendUser(world, world.admin, buyer.id, 'suspended'),
    }
    return [
      { at: joinedAt, run: () => signUp(world, hashes, buyer) },
      ...(buyer.isSuspended ? [suspension] : []),
    ]
  })
}

/** An agent registers, confirms the email and logs in for the first time. */
async function signUp(world: DemoWorld, passwords: Passwords, buyer: Buyer): Promise<void> {
  const { name, email, phone, companyName, city, gstin, billingAddress } = buyer
  const anonymous = { requestId: 'demo', ip: '127.0.0.1' }
  const deps = { ...world, passwords, pictures }
  const password = demoAgentLogin.password
  const user = await registerUser(deps, {
    fields: { name, email, phone, companyName, city, password },
    kyc: buyer.joinedDaysAgo < sentAfterDays ? null : createDocument(buyer),
    by: { ...anonymous, adminId: null },
  })
  buyer.id = user._id
  const token = new URL(world.lastMail()?.action?.url ?? '').hash.slice(1)
  await confirmEmail(world, token, { ...anonymous, sessionId: undefined })
  // A login of the product would check a password hash, which is expensive, and leave a session.
  await sql`update users set first_login_at = now() where id = ${buyer.id}`.execute(
    world.database.kysely,
  )
  if (!gstin) return
  const actor = actorWith(buyer.id)
  await updateUser(
    deps,
    { caller: { ...actor, ...agentSession, agencyId: buyer.id }, actor },
    buyer.id,
    {
      name,
      email,
      gstin,
      billingAddress,
    },
  )
}

const agentSession = {
  role: 'user' as const,
  agentRole: 'owner' as const,
  rights: [],
  sessionId: '',
  lacksTwoFactor: false,
  snapshot: '',
  today: '',
}

/** The documents are PDFs, which need no redrawing. */
const pictures = {
  draw: async () => {
    throw new ApiFailure('UNSUPPORTED_FILE_TYPE')
  },
  close() {},
}
