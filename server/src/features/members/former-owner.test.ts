import { setAutomaticBuying } from '@raahi/contract/automatic-buying'
import { createKey } from '@raahi/contract/keys'
import * as contract from '@raahi/contract/members'
import { updateUser } from '@raahi/contract/update-user'
import { suspendUser } from '@raahi/contract/users'
import { createWebhook } from '@raahi/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeInvitation } from '../../testing/access/member-calls.ts'
import {
  factoryPassword,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeMember,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const endsOn = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(
  Date.now() + 20 * 86_400_000,
)
const limits = { dailyAmount: 500, dailyLeads: 5, maxPrice: 60, walletFloor: 100, endsOn }

const makeKeyAs = (owner: MadeUser) =>
  app.as(owner).call(createKey, {
    body: { name: 'Sheet', scopes: ['purchases:read'], password: factoryPassword },
  })
const setRuleAs = (owner: MadeUser, id: string) =>
  app.as(owner).call(setAutomaticBuying, {
    params: { id },
    body: { ...limits, currentPassword: factoryPassword },
  })
const handOver = (owner: MadeUser, { id }: MadeUser) =>
  app
    .as(owner)
    .call(contract.handOverAgency, { params: { id }, body: { password: factoryPassword } })

async function makeAgency() {
  const confirmed = { email_confirmed_at: new Date() }
  const founder = await makeAgent(app.db, confirmed)
  const member = await makeMember(app.db, founder, { agent_role: 'buyer', ...confirmed })
  return { founder, member, searchId: await makeSavedSearch(app.db, founder.id) }
}

const makeWebhookAs = (owner: MadeUser) =>
  app.as(owner).call(createWebhook, {
    body: { url: 'https://example.com/hook', events: ['wallet.low'], password: factoryPassword },
  })

/** A member that owned the agency, and made a key, a rule and a webhook then. */
async function makeFormerOwner() {
  const { founder, member, searchId } = await makeAgency()
  expect((await handOver(founder, member)).status).toBe(200)
  expect((await makeKeyAs(member)).status).toBe(201)
  expect((await setRuleAs(member, searchId)).status).toBe(200)
  expect((await makeWebhookAs(member)).status).toBe(201)
  return { founder, member, giveBack: () => handOver(member, founder) }
}

async function ordersOf({ id }: MadeUser) {
  const { rows } = await sql<{ keys: number; rules: number; webhooks: number }>`
    select (select count(*)::integer from api_keys where created_by = ${id} and revoked_at is null) as keys,
      (select count(*)::integer from automatic_buying_rules where set_by = ${id} and paused_at is null) as rules,
      (select count(*)::integer from webhooks where created_by = ${id} and state = 'active') as webhooks`.execute(
    app.db,
  )
  return rows[0]
}

describe('what a former owner left', () => {
  const none = { keys: 0, rules: 0, webhooks: 0 }

  it('ends with a suspension by an admin, who cannot suspend the present owner alone', async () => {
    const admin = await makeAdmin(app.db)
    const { member, giveBack } = await makeFormerOwner()
    const suspend = () =>
      app.as(admin).call(suspendUser, {
        params: { userId: member.id },
        query: { status: 'suspended' },
      })
    expect((await suspend()).code).toBe('OWNER_NOT_CHANGED')
    expect(await ordersOf(member)).toEqual({ keys: 1, rules: 1, webhooks: 1 })
    expect((await giveBack()).status).toBe(200)
    expect((await suspend()).status).toBe(200)
    expect(await ordersOf(member)).toEqual(none)
  })

  it.each([
    { role: 'caller', dailyLimit: null, suspended: false },
    { role: 'buyer', dailyLimit: null, suspended: true },
  ])('ends when the owner sets %o', async (body) => {
    const { founder, member, giveBack } = await makeFormerOwner()
    expect((await giveBack()).status).toBe(200)
    const params = { id: member.id }
    expect((await app.as(founder).call(contract.updateMember, { params, body })).status).toBe(200)
    expect(await ordersOf(member)).toEqual(none)
    await waitForMail(app.config, founder.email, /^A webhook is paused$/)
  })
})

it('a call of the owner that waited for the hand-over is refused', async () => {
  const { founder, member, searchId } = await makeAgency()
  const invitation = await makeInvitation(app, founder)
  const as = app.as(founder)
  const { answers } = await app.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${founder.id} for no key update`.execute(tx)
    const waiting = [
      as.call(contract.inviteMember, {
        body: { email: `${uniqueText()}@example.com`, role: 'caller' },
      }),
      as.call(contract.withdrawInvitation, { params: { id: invitation.id } }),
      as.call(contract.updateMember, {
        params: { id: member.id },
        body: { role: 'caller', dailyLimit: null, suspended: false },
      }),
      makeKeyAs(founder),
      setRuleAs(founder, searchId),
      makeWebhookAs(founder),
    ]
    await untilWaiting(app.database, waiting.length)
    await sql`update users set agent_role = 'buyer' where id = ${founder.id}`.execute(tx)
    await sql`update users set agent_role = 'owner' where id = ${member.id}`.execute(tx)
    return { answers: waiting }
  })
  const codes = (await Promise.all(answers)).map(({ code }) => code)
  expect(codes).toEqual(Array(answers.length).fill('FORBIDDEN'))
})

it('a call of a member that waited for the suspension of the agency is refused', async () => {
  const { founder, member } = await makeAgency()
  const { answer } = await app.db.transaction().execute(async (tx) => {
    await sql`update users set status = 'suspended' where id = ${founder.id}`.execute(tx)
    const body = { name: 'Too late', email: member.email }
    const waiting = app.as(member).call(updateUser, { body })
    await untilWaiting(app.database, 1)
    return { answer: waiting }
  })
  expect((await answer).code).toBe('UNAUTHENTICATED')
})

it('a change of a member names the daily limit, so that none is removed by accident', async () => {
  const { founder, member } = await makeAgency()
  const { code, fieldErrors } = await app.as(founder).call(contract.updateMember, {
    params: { id: member.id },
    body: { role: 'buyer', suspended: false },
  })
  expect([code, Object.keys(fieldErrors ?? {})]).toEqual(['VALIDATION_FAILED', ['dailyLimit']])
})
