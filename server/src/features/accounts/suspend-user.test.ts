import { login, me, refresh, sessionOf } from '@raahi/contract/auth'
import { buyLead } from '@raahi/contract/purchases'
import { staffRights } from '@raahi/contract/staff-rights'
import { updateUser } from '@raahi/contract/update-user'
import { getUserById, suspendUser } from '@raahi/contract/users'
import { rechargeWallet } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally } from '../../testing/expect-invariants.ts'
import {
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makeLeads,
} from '../../testing/factories.ts'
import { findActions } from '../../testing/find-actions.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { readMails, untilJobsDone } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let clients: HttpClients
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'both', 5000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(async () => {
  clients.close()
  await app.close()
})

type Status = 'active' | 'suspended'

function set(status: Status | string, user: { id: string }, by: MadeUser = admin) {
  return app.as(by).call(suspendUser, { params: { userId: user.id }, query: { status } })
}

/** Suspends a user over a separate connection, which concurrent requests need. */
async function suspendOver(user: { id: string }, by: MadeUser = admin) {
  return clients.call(suspendUser, {
    token: by.token,
    params: { userId: user.id },
    query: 'status=suspended',
  })
}

function logIn(user: MadeUser) {
  return app.call(login, { body: { emailOrPhone: user.email, password: factoryPassword } })
}

const actionsOn = ({ id }: { id: string }) => findActions(app.db, id)

describe('a suspension', () => {
  it('locks the user out at once on every call, until the user is reactivated', async () => {
    const agent = await makeAgent(app.db)
    const signedIn = await logIn(agent)
    const cookie = signedIn.cookies.find(({ name }) => name === 'raahi_refresh')
    const answer = await set('suspended', agent)
    expect([answer.status, answer.message]).toEqual([200, 'User suspended successfully!'])
    expect(answer.data).toMatchObject({ _id: agent.id, userStatus: 'suspended' })
    for (const token of [agent.token, sessionOf(signedIn.data).accessToken]) {
      expect((await app.as({ token }).call(me)).status).toBe(401)
    }
    const renewed = await app.call(refresh, {
      headers: { cookie: `raahi_refresh=${cookie?.value}` },
    })
    expect(renewed.status).toBe(401)
    const refused = await logIn(agent)
    expect([refused.status, refused.message]).toEqual([401, 'Invalid email or password'])

    const back = await set('active', agent)
    expect([back.status, back.message]).toEqual([200, 'User activated successfully!'])
    expect((await app.as(agent).call(me)).status).toBe(401)
    expect((await logIn(agent)).status).toBe(200)
  })

  it('repeated is accepted, and recorded and mailed once', async () => {
    const agent = await makeAgent(app.db)
    const statuses = ['active', 'suspended', 'suspended', 'active', 'active'] as const
    for (const status of statuses) {
      const answer = await set(status, agent)
      expect([answer.status, answer.data.userStatus]).toEqual([200, status])
    }
    const entry = (action: string, before: Status, after: Status) => ({
      actor_id: admin.id,
      action,
      before: { status: before },
      after: { status: after },
      request_id: expect.any(String),
    })
    expect(await actionsOn(agent)).toEqual([
      entry('user.suspend', 'active', 'suspended'),
      entry('user.reactivate', 'suspended', 'active'),
    ])
    await untilJobsDone(app.database)
    const mails = await readMails(app.config, agent.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Raahi account is suspended',
      'Your Raahi account is active again',
    ])
  })

  it('rejects an unknown user, an invalid status, and a caller who is not an admin', async () => {
    const agent = await makeAgent(app.db)
    const unknown = await set('suspended', { id: '01890000-0000-7000-8000-000000000000' })
    expect([unknown.status, unknown.code]).toEqual([404, 'USER_NOT_FOUND'])
    const noId = await set('suspended', { id: 'undefined' })
    expect([noId.status, noId.message]).toEqual([400, 'Invalid user ID'])
    for (const status of ['deleted', '', 'ACTIVE']) {
      expect((await set(status, agent)).status).toBe(400)
    }
    expect((await set('suspended', await makeAgent(app.db), agent)).status).toBe(403)
    expect((await set('active', agent, agent)).status).toBe(403)
  })
})

describe('at least one admin stays active', () => {
  it('admins cannot suspend themselves', async () => {
    const answer = await set('suspended', admin)
    expect([answer.status, answer.code]).toEqual([409, 'OWN_ACCOUNT_NOT_SUSPENDED'])
    expect((await set('active', admin)).status).toBe(200)
  })

  it('an admin can be suspended by another admin and is locked out at once', async () => {
    const other = await makeAdmin(app.db)
    expect((await set('suspended', other)).status).toBe(200)
    expect((await app.as(other).call(me)).status).toBe(401)
  })

  it.each([2, 3, 6])('%s admins suspend each other in a ring at the same moment', async (size) => {
    const others = await Promise.all(Array.from({ length: size }, () => makeAdmin(app.db)))
    // The admin of the other tests must not count as an active admin.
    await app.db
      .updateTable('users')
      .set({ role: 'user', rights: null })
      .where('id', '=', admin.id)
      .execute()
    await sql`insert into accounts (id, kind, user_id, balance_paise)
      values (${admin.id}, 'wallet', ${admin.id}, 0)`.execute(app.db)
    try {
      const answers = await Promise.all(
        others.map((by, n) => suspendOver(others[(n + 1) % size] ?? by, by)),
      )
      const active = await app.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .execute()
      expect(active.length).toBeGreaterThan(0)
      const done = answers.filter(({ status }) => status === 200).length
      expect(done).toBe(size - active.length)
      expect(done).toBeGreaterThan(0)
      for (const { status, body } of answers) {
        if (status === 200) continue
        expect(['LAST_ADMIN_NOT_SUSPENDED', 'UNAUTHENTICATED']).toContain(body.code)
      }
      if (size === 2) {
        const codes = answers.map(({ status, body }) => body.code ?? status)
        // The second request waited for the first one, or arrived after its admin was locked out.
        expect(tally(codes)[200]).toBe(1)
      }
    } finally {
      await sql`delete from accounts where id = ${admin.id}`.execute(app.db)
      await app.db
        .updateTable('users')
        .set({ role: 'admin', rights: [...staffRights] })
        .where('id', '=', admin.id)
        .execute()
      const ids = others.map(({ id }) => id)
      await app.db
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', 'in', ids)
        .execute()
      await sql`update sessions set ended_at = now() where user_id = any(${ids})`.execute(app.db)
    }
  })

  it('the second of two concurrent suspensions is rejected because it would suspend the last admin', async () => {
    const [first, second] = [await makeAdmin(app.db), await makeAdmin(app.db)]
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', admin.id)
      .execute()
    let answers: { body: { code?: string } }[] = []
    // Both have passed their first check and wait for the rows when the first one continues.
    const both = await app.db.transaction().execute(async (tx) => {
      await sql`select from users where id in (${first.id}, ${second.id}) order by id for update`.execute(
        tx,
      )
      const going = Promise.all([suspendOver(second, first), suspendOver(first, second)])
      await expect.poll(() => waitingForLocks(), { timeout: 5000 }).toBe(2)
      return { going }
    })
    answers = await both.going
    expect(tally(answers.map(({ body }) => body.code ?? 'done'))).toEqual({
      done: 1,
      LAST_ADMIN_NOT_SUSPENDED: 1,
    })
    await app.db.updateTable('users').set({ status: 'active' }).where('id', '=', admin.id).execute()
  })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.n ?? 0
}

describe('after the response of a suspension', () => {
  it('no purchase of that user commits, and no purchase is incomplete', async () => {
    let stopped = 0
    for (let round = 0; round < 6; round += 1) {
      const agent = await makeAgent(app.db)
      await giveMoney(app.database, agent.id, 60 * 5000)
      const leads = await makeLeads(app.db, 60)
      const buy = (leadId: string) =>
        clients.call(buyLead, { token: agent.token, body: { leadId, expectedCost: 50 } })
      // Sent in the middle of the purchases.
      const before = leads.splice(0, round * 6).map(buy)
      const suspending = suspendOver(agent)
      const buys = [...before, ...leads.map(buy)]
      expect((await suspending).status).toBe(200)
      const owned = async () =>
        (
          await app.db
            .selectFrom('purchases')
            .select('id')
            .where('user_id', '=', agent.id)
            .execute()
        ).length
      const atAnswer = await owned()
      const answers = await Promise.all(buys)
      expect(await owned()).toBe(atAnswer)
      const statuses = tally(answers.map(({ status }) => status))
      expect(statuses[200] ?? 0).toBe(atAnswer)
      expect(Object.keys(statuses).every((status) => ['200', '401'].includes(status))).toBe(true)
      stopped += 60 - atAnswer
    }
    expect(stopped).toBeGreaterThan(0)
  })

  it('a purchase that held the wallet has finished and is kept', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 10_000)
    const leadId = await makeLead(app.db)
    const racing = await app.db.transaction().execute(async (tx) => {
      await sql`select buy_lead(gen_random_uuid(), gen_random_uuid(), ${agent.id}, ${leadId}, null,
        null, null, null, null, null)`.execute(tx)
      const suspended = suspendOver(agent)
      await expect.poll(() => waitingForLocks(), { timeout: 5000 }).toBe(1)
      return { suspended }
    })
    expect((await racing.suspended).status).toBe(200)
    const lead = await app.db
      .selectFrom('leads')
      .select('status')
      .where('id', '=', leadId)
      .executeTakeFirst()
    expect(lead?.status).toBe('sold')
  })

  it('a concurrent login has no session and concurrent changes are rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      const agent = await makeAgent(app.db)
      const [signedIn] = await Promise.all([logIn(agent), suspendOver(agent)])
      if (signedIn.status === 200) {
        expect(
          (await app.as({ token: sessionOf(signedIn.data).accessToken }).call(me)).status,
        ).toBe(401)
      } else expect(signedIn.code).toBe('INVALID_CREDENTIALS')
    }
  })

  it('the tokens of a concurrent renewal are invalid', async () => {
    for (let round = 0; round < 5; round += 1) {
      const agent = await makeAgent(app.db)
      const signedIn = await logIn(agent)
      const token = signedIn.cookies.find(({ name }) => name === 'raahi_refresh')?.value
      const headers = { cookie: `raahi_refresh=${token}` }
      const [renewed] = await Promise.all([app.call(refresh, { headers }), suspendOver(agent)])
      if (renewed.status === 200) {
        expect((await app.as({ token: renewed.data.accessToken }).call(me)).status).toBe(401)
      } else expect(renewed.status).toBe(401)
    }
  })

  it('an admin who was suspended while waiting for a wallet moves no money', async () => {
    const [agent, former] = [await makeAgent(app.db), await makeAdmin(app.db)]
    const racing = await app.db.transaction().execute(async (tx) => {
      await sql`select from accounts where id = ${agent.id} for update`.execute(tx)
      const recharge = clients.call(rechargeWallet, {
        token: former.token,
        body: { userId: agent.id, amount: 500 },
      })
      await expect.poll(() => waitingForLocks(), { timeout: 5000 }).toBe(1)
      expect((await suspendOver(former)).status).toBe(200)
      return { recharge }
    })
    const answer = await racing.recharge
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    const { wallet } = (await app.as(admin).call(getUserById, { params: { id: agent.id } })).data
    expect(wallet).toBe(0)
  })

  it('a change that waited for the lock is rejected', async () => {
    const agent = await makeAgent(app.db)
    const racing = await app.db.transaction().execute(async (tx) => {
      await sql`update users set status = 'suspended' where id = ${agent.id}`.execute(tx)
      await sql`update sessions set ended_at = now() where user_id = ${agent.id}`.execute(tx)
      const change = clients.call(updateUser, {
        token: agent.token,
        body: { name: 'Too late', email: agent.email },
      })
      await expect.poll(() => waitingForLocks(), { timeout: 5000 }).toBe(1)
      return { change }
    })
    const answer = await racing.change
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
  })
})
