import { login, me } from '@raahi/contract/auth'
import { createKey } from '@raahi/contract/keys'
import * as contract from '@raahi/contract/members'
import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import {
  getFollowUps,
  getPipelineCard,
  listPipelineCards,
  movePipelineCard,
  setFollowUp,
} from '@raahi/contract/pipeline'
import { buyLead, getUserLead, listPurchases } from '@raahi/contract/purchases'
import { getPurchaseQuote, openQuoteDraft, saveQuoteDraft, sendQuote } from '@raahi/contract/quotes'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { updateUser } from '@raahi/contract/update-user'
import { getUserById, listUsers, suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeInvitation, newPhone } from '../../testing/access/member-calls.ts'
import {
  buyEnquiryLead,
  factoryPassword,
  giveMoney,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makeLead,
  makeMember,
  makePurchase,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { readMails, waitForMail } from '../../testing/mails.ts'
import { sampleQuote } from '../../testing/quote-actions.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { userInvariants } from '../users/user-invariants.ts'

class Rollback extends Error {
  rows: number
  constructor(rows: number) {
    super('rolled back')
    this.rows = rows
  }
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await setLeadPrice(app.db, 'both', 50_00)
})
afterAll(() => app.close())

const makeBuyer = (owner: { id: string }, daily_limit_paise: number | null = null) =>
  makeMember(app.db, owner, { agent_role: 'buyer', daily_limit_paise })
const makeCaller = (owner: { id: string }) => makeMember(app.db, owner, { agent_role: 'caller' })

const joining = (token: string) => ({
  body: { token, name: 'Meera Nair', phone: newPhone(), password: factoryPassword },
})

describe('an invitation', () => {
  it('makes its person a member with the role and limit that the owner chose, and opens no wallet', async () => {
    const owner = await makeAgent(app.db, { company_name: 'Asha Travels', city: 'Pune' })
    const { token, email } = await makeInvitation(app, owner, {
      role: 'buyer',
      daily_limit_paise: 500_00,
    })
    const shown = await app.call(contract.readInvitation, { body: { token } })
    expect(shown.data).toEqual({
      companyName: 'Asha Travels',
      email,
      role: 'buyer',
      dailyLimit: 500,
    })
    expect((await app.call(contract.acceptInvitation, joining(token))).status).toBe(201)
    const body = { emailOrPhone: email, password: factoryPassword }
    const session = await app.call(login, { body })
    expect(session.data).toMatchObject({
      user: {
        name: 'Meera Nair',
        companyName: 'Asha Travels',
        emailConfirmed: true,
        agency: { _id: owner.id, role: 'buyer', dailyLimit: 500, isRoleShown: false },
      },
    })
    const { rows } = await sql`select from accounts where user_id in
      (select id from users where email = ${email})`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('works once, also with concurrent requests', async () => {
    const owner = await makeAgent(app.db)
    const { token } = await makeInvitation(app, owner)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call(contract.acceptInvitation, joining(token))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const later = await app.call(contract.acceptInvitation, joining(token))
    expect(later.code).toBe('INVITATION_ENDED')
  })

  it('ends when it is withdrawn, replaced or seven days old, and with the agency', async () => {
    const owner = await makeAgent(app.db)
    const withdrawn = await makeInvitation(app, owner)
    const params = { id: withdrawn.id }
    expect((await app.as(owner).call(contract.withdrawInvitation, { params })).status).toBe(200)
    const replaced = await makeInvitation(app, owner)
    const again = { body: { email: replaced.email, role: 'caller' } }
    expect((await app.as(owner).call(contract.inviteMember, again)).status).toBe(201)
    const old = await makeInvitation(app, owner)
    await sql`update member_invitations set expires_at = now() where id = ${old.id}`.execute(app.db)
    const suspended = await makeAgent(app.db)
    const ofSuspended = await makeInvitation(app, suspended)
    await sql`update users set status = 'suspended' where id = ${suspended.id}`.execute(app.db)
    for (const { token } of [withdrawn, replaced, old, ofSuspended]) {
      expect((await app.call(contract.readInvitation, { body: { token } })).code).toBe(
        'INVITATION_ENDED',
      )
      expect((await app.call(contract.acceptInvitation, joining(token))).code).toBe(
        'INVITATION_ENDED',
      )
    }
  })

  it('is refused for the email of an account, and above 50 members', async () => {
    const owner = await makeAgent(app.db)
    const invite = (email: string) =>
      app.as(owner).call(contract.inviteMember, { body: { email, role: 'caller' } })
    expect((await invite(owner.email)).code).toBe('EMAIL_TAKEN')
    for (let n = 0; n < 48; n += 1) await makeInvitation(app, owner)
    const two = [invite(`${uniqueText()}@example.com`), invite(`${uniqueText()}@example.com`)]
    const codes = (await Promise.all(two)).map(({ code }) => code)
    expect(codes.sort()).toEqual(['MEMBER_LIMIT', undefined])
  })
})

describe('a suspended member', () => {
  it('has no session, key or login any more, and buys nothing', async () => {
    const owner = await makeAgent(app.db)
    const next = await makeBuyer(owner)
    await giveMoney(app.database, owner.id, 1000_00)
    const key = { name: 'Sheet', scopes: ['purchases:read'], password: factoryPassword }
    expect((await app.as(owner).call(createKey, { body: key })).status).toBe(201)
    const body = { password: factoryPassword }
    const params = { id: next.id }
    expect((await app.as(owner).call(contract.handOverAgency, { params, body })).status).toBe(200)
    // The founder is a member as any other now.
    const change = { role: 'buyer', dailyLimit: null, suspended: true }
    const founder = { params: { id: owner.id }, body: change }
    expect((await app.as(next).call(contract.updateMember, founder)).data.suspended).toBe(true)
    expect((await app.as(owner).call(me)).status).toBe(401)
    const credentials = { emailOrPhone: owner.email, password: factoryPassword }
    expect((await app.call(login, { body: credentials })).status).toBe(401)
    const keys = await sql`select from api_keys where user_id = ${owner.id} and revoked_at is null`
    expect((await keys.execute(app.db)).rows).toEqual([])
    // The agency goes on.
    const leadId = await makeLead(app.db)
    expect((await app.as(next).call(buyLead, { body: { leadId } })).status).toBe(200)
    const back = { params: { id: owner.id }, body: { ...change, suspended: false } }
    expect((await app.as(next).call(contract.updateMember, back)).data.suspended).toBe(false)
    expect((await app.as(owner).call(me)).status).toBe(401)
    expect((await app.call(login, { body: credentials })).status).toBe(200)
  })

  it('either completes a running purchase, or the suspension stops it', async () => {
    const owner = await makeAgent(app.db)
    await giveMoney(app.database, owner.id, 10_000_00)
    for (let round = 0; round < 5; round += 1) {
      const buyer = await makeBuyer(owner)
      const leads = await Promise.all(Array.from({ length: 4 }, () => makeLead(app.db)))
      const body = { role: 'buyer', dailyLimit: null, suspended: true }
      const params = { id: buyer.id }
      const [suspended, ...bought] = await Promise.all([
        app.as(owner).call(contract.updateMember, { params, body }),
        ...leads.map((leadId) => app.as(buyer).call(buyLead, { body: { leadId } })),
      ])
      expect(suspended.status).toBe(200)
      for (const { status } of bought) expect([200, 401]).toContain(status)
      const { rows } =
        await sql`select from purchases p join audit_log a on a.subject_id = ${buyer.id}
        and a.action = 'member.update' where p.bought_by = ${buyer.id} and p.created_at > a.at`.execute(
          app.db,
        )
      expect(rows).toEqual([])
    }
  })

  it('is stopped by an admin too, after the running purchases', async () => {
    const owner = await makeAgent(app.db)
    const admin = await makeAdmin(app.db)
    await giveMoney(app.database, owner.id, 10_000_00)
    for (let round = 0; round < 5; round += 1) {
      const buyer = await makeBuyer(owner)
      const leads = await Promise.all(Array.from({ length: 4 }, () => makeLead(app.db)))
      const params = { userId: buyer.id }
      const [suspended] = await Promise.all([
        app.as(admin).call(suspendUser, { params, query: { status: 'suspended' } }),
        ...leads.map((leadId) => app.as(buyer).call(buyLead, { body: { leadId } })),
      ])
      expect(suspended.status).toBe(200)
      const { rows } =
        await sql`select from purchases p join audit_log a on a.subject_id = ${buyer.id}
        and a.action = 'user.suspend' where p.bought_by = ${buyer.id} and p.created_at > a.at`.execute(
          app.db,
        )
      expect(rows).toEqual([])
    }
  })

  it('is locked after the agency by each call, so that no two of them deadlock', async () => {
    const owner = await makeAgent(app.db)
    const admin = await makeAdmin(app.db)
    await giveMoney(app.database, owner.id, 1000_00)
    const buyer = await makeBuyer(owner)
    const leadId = await makeLead(app.db)
    const change = { role: 'buyer', suspended: false, dailyLimit: 500 }
    const calls = [
      () => app.as(buyer).call(buyLead, { body: { leadId } }),
      () => app.as(owner).call(contract.updateMember, { params: { id: buyer.id }, body: change }),
      () =>
        app.as(admin).call(suspendUser, {
          params: { userId: buyer.id },
          query: { status: 'suspended' },
        }),
    ]
    for (const call of calls) {
      const { answer } = await app.db.transaction().execute(async (tx) => {
        await sql`select from users where id = ${owner.id} for no key update`.execute(tx)
        const waiting = call()
        await untilWaiting(app.database, 1)
        await sql`select from users where id = ${buyer.id} for no key update nowait`.execute(tx)
        return { answer: waiting }
      })
      expect((await answer).status).toBe(200)
    }
  })

  it('is every member while the agency is suspended', async () => {
    const owner = await makeAgent(app.db)
    const buyer = await makeBuyer(owner)
    await sql`update users set status = 'suspended' where id = ${owner.id}`.execute(app.db)
    expect((await app.as(buyer).call(me)).status).toBe(401)
    const body = { emailOrPhone: buyer.email, password: factoryPassword }
    expect((await app.call(login, { body })).status).toBe(401)
  })
})

describe('the owner', () => {
  it('hands over with the password, and one of two concurrent calls wins', async () => {
    const owner = await makeAgent(app.db)
    const members = [await makeBuyer(owner, 100_00), await makeCaller(owner)]
    const handOver = (id: string, password: string) =>
      app.as(owner).call(contract.handOverAgency, { params: { id }, body: { password } })
    expect((await handOver(members[0]?.id ?? '', 'wrong')).code).toBe('CURRENT_PASSWORD_WRONG')
    const answers = await Promise.all(members.map(({ id }) => handOver(id, factoryPassword)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const { rows } =
      await sql`select from users where agency_id = ${owner.id} and agent_role = 'owner'
      and daily_limit_paise is null`.execute(app.db)
    expect(rows).toHaveLength(1)
  })

  it('cannot be suspended or demoted, and no agency is without an owner', async () => {
    const owner = await makeAgent(app.db)
    const params = { id: owner.id }
    const body = { role: 'caller', dailyLimit: null, suspended: false }
    expect((await app.as(owner).call(contract.updateMember, { params, body })).code).toBe(
      'OWNER_NOT_CHANGED',
    )
    const demote = sql`update users set agent_role = 'buyer' where id = ${owner.id}`
    await expect(demote.execute(app.db)).rejects.toThrow('an agency needs an owner')
    await expect(makeMember(app.db, owner, { agent_role: 'owner' as 'buyer' })).rejects.toThrow(
      'users_agency_owner',
    )
  })

  it('is checked by the audit', async () => {
    const [owner, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const ofAgency = { agency_id: owner.id, agent_role: 'buyer' as const }
    const broken = await app.db
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('users').set(ofAgency).where('id', '=', other.id).execute()
        await tx
          .updateTable('users')
          .set({ agency_id: other.id })
          .where('id', '=', owner.id)
          .execute()
        const query = userInvariants['each agency has a founder and one owner']
        const { rows } = await sql.raw(query).execute(tx)
        throw new Rollback(rows.length)
      })
      .catch((error: unknown) => (error instanceof Rollback ? error.rows : Promise.reject(error)))
    expect(broken).toBeGreaterThan(0)
  })

  it('alone changes the company; a member changes the own name', async () => {
    const owner = await makeAgent(app.db, { company_name: 'Asha Travels' })
    const caller = await makeCaller(owner)
    const change = (body: object) =>
      app.as(caller).call(updateUser, { body: { name: 'Meera', email: caller.email, ...body } })
    expect((await change({ companyName: 'Mine' })).code).toBe('FORBIDDEN')
    expect((await change({})).data).toMatchObject({ name: 'Meera', companyName: 'Asha Travels' })
  })
})

describe('the daily limit of a buyer', () => {
  it('is exceeded by no race of two processes, and counts plans and returned leads too', async () => {
    const second = await app.another()
    const owner = await makeAgent(app.db)
    await giveMoney(app.database, owner.id, 10_000_00)
    const buyer = await makeBuyer(owner, 220_00)
    const leads = await Promise.all(Array.from({ length: 20 }, () => makeLead(app.db)))
    const answers = await Promise.all(
      leads.map((leadId, at) =>
        (at % 2 ? app : second).as(buyer).call(buyLead, { body: { leadId } }),
      ),
    )
    const codes = answers.map(({ status, code }) => code ?? status)
    expect(codes.filter((code) => code === 200)).toHaveLength(4)
    expect(codes.filter((code) => code === 'DAILY_LIMIT_REACHED')).toHaveLength(16)
    await second.close()
    // The limit is that of the buyer alone.
    const free = answers.findIndex(({ code }) => code)
    const body = { leadId: leads[free] ?? '' }
    expect((await app.as(owner).call(buyLead, { body })).status).toBe(200)
    // A new day in India.
    await sql`update purchases set created_at = created_at - interval '1 day' where bought_by = ${buyer.id}`.execute(
      app.db,
    )
    const next = { leadId: await makeLead(app.db) }
    expect((await app.as(buyer).call(buyLead, { body: next })).status).toBe(200)
  })
})

describe('a lead', () => {
  it('is assigned by hand and in turn, and a caller sees only its own', async () => {
    const owner = await makeAgent(app.db)
    await giveMoney(app.database, owner.id, 10_000_00)
    const callers = [await makeCaller(owner), await makeCaller(owner)]
    const leadIds = await Promise.all(
      Array.from({ length: 5 }, () => makePurchase(app.database, owner.id)),
    )
    const assign = (body: object) => app.as(owner).call(contract.assignLeads, { body })
    const turns = (await assign({ leadIds: leadIds.slice(0, 4) })).data.assigned
    for (const { id } of callers) {
      expect(turns.filter(({ memberId }) => memberId === id)).toHaveLength(2)
    }
    const [first] = callers
    if (!first) throw new Error('no caller')
    const listed = async () =>
      (await app.as(first).call(listPipelineCards)).data.docs.map(({ leadId }) => leadId)
    expect(await listed()).toHaveLength(2)
    expect(
      (await app.as(first).call(getUserLead, { params: { userId: first.id } })).data,
    ).toHaveLength(2)
    const [mine = ''] = await listed()
    const mates = app.as(callers[1] ?? first)
    const dueIn = { on: dayInIndia(new Date()) }
    await mates.call(setFollowUp, {
      params: { leadId: turns.find(({ memberId }) => memberId !== first.id)?.leadId ?? '' },
      body: { followUp: dueIn },
    })
    await assign({ leadIds: [mine], memberId: owner.id })
    const counts = async (user: { token: string }, assignee?: 'me' | 'none') => {
      const as = app.as(user as typeof owner)
      const query: Record<string, string> = assignee ? { assignee } : {}
      return [
        (await as.call(listPurchases, { query })).data.totalDocs,
        (await as.call(getFollowUps, { query })).data.dueToday,
      ]
    }
    expect(await counts(owner)).toEqual([5, 1])
    expect(await counts(owner, 'me')).toEqual([1, 0])
    expect(await counts(owner, 'none')).toEqual([1, 0])
    // For a caller every filter shows only its leads.
    expect(await counts(first)).toEqual([1, 0])
    expect(await counts(first, 'none')).toEqual([0, 0])
    await assign({ leadIds: [mine], memberId: first.id })
    await assign({ leadIds: [mine], memberId: null })
    expect(await listed()).toHaveLength(1)
    const params = { leadId: mine }
    expect((await app.as(first).call(getPipelineCard, { params })).code).toBe('LEAD_NOT_FOUND')
    const foreign = await makeCaller(await makeAgent(app.db))
    expect((await assign({ leadIds: [mine], memberId: foreign.id })).code).toBe('MEMBER_NOT_FOUND')
  })

  it('is not assigned to a member whom the operator has suspended, and the owner sees it', async () => {
    const owner = await makeAgent(app.db)
    await giveMoney(app.database, owner.id, 1000_00)
    const leadId = await makePurchase(app.database, owner.id)
    const [buyer, caller] = [await makeBuyer(owner), await makeCaller(owner)]
    const admin = await makeAdmin(app.db)
    const suspension = { params: { userId: caller.id }, query: { status: 'suspended' } } as const
    expect((await app.as(admin).call(suspendUser, suspension)).status).toBe(200)
    const body = { leadIds: [leadId], memberId: caller.id }
    for (const member of [owner, buyer]) {
      const assigned = await app.as(member).call(contract.assignLeads, { body })
      expect(assigned.code).toBe('MEMBER_SUSPENDED')
    }
    const seen = (await app.as(owner).call(contract.listMembers)).data
    expect(seen.members.find(({ _id }) => _id === caller.id)).toMatchObject({
      suspended: true,
      suspendedByRaahi: true,
    })
    const ofBuyer = await app.as(buyer).call(contract.listMemberNames)
    expect(ofBuyer.data).toHaveLength(3)
    expect(ofBuyer.data.map(({ _id, suspended }) => [_id, suspended])).toEqual(
      expect.arrayContaining([
        [owner.id, false],
        [buyer.id, false],
        [caller.id, true],
      ]),
    )
    // A buyer assigns leads, and needs nothing else of a member.
    expect(ofBuyer.text).not.toContain(caller.email)
  })

  it('names the members who bought, moved and quoted it', async () => {
    const owner = await makeAgent(app.db)
    await giveMoney(app.database, owner.id, 1000_00)
    const [buyer, caller] = [await makeBuyer(owner), await makeCaller(owner)]
    const leadId = await makeLead(app.db)
    const { purchaseId } = (await app.as(buyer).call(buyLead, { body: { leadId } })).data
    const ofOwner = await makePurchase(app.database, owner.id)
    const assigned = { leadIds: [leadId], memberId: caller.id }
    await app.as(owner).call(contract.assignLeads, { body: assigned })
    const work = app.as(caller)
    const moving = { params: { leadId }, body: { to: 'contacted', version: 0 } as const }
    expect((await work.call(movePipelineCard, moving)).status).toBe(200)
    const opened = await work.call(openQuoteDraft, { params: { id: purchaseId } })
    const params = { id: opened.data._id }
    const draft = { ...sampleQuote, revision: opened.data.draft?.revision ?? 0 }
    const { revision } = (await work.call(saveQuoteDraft, { params, body: draft })).data
    expect((await work.call(sendQuote, { params, body: { revision } })).status).toBe(200)

    const read = app.as(owner)
    const { docs } = (await read.call(listPurchases)).data
    const buyers = Object.fromEntries(docs.map(({ lead, byId }) => [lead._id, byId]))
    expect(buyers).toEqual({ [leadId]: buyer.id, [ofOwner]: owner.id })
    const ofCaller = { byId: caller.id }
    const card = await read.call(getPipelineCard, { params: { leadId } })
    // The quote moved it to Quoted.
    expect(card.data.moves).toMatchObject([ofCaller, ofCaller])
    const quote = await read.call(getPurchaseQuote, { params: { id: purchaseId } })
    expect(quote.data.quote?.versions).toMatchObject([ofCaller])

    const won = async (lead: string) => {
      const { version } = (await read.call(getPipelineCard, { params: { leadId: lead } })).data.card
      const moved = { params: { leadId: lead }, body: { to: 'won', version } as const }
      expect((await read.call(movePipelineCard, moved)).status).toBe(200)
    }
    for (const lead of [leadId, ofOwner]) await won(lead)
    const { members } = (await read.call(contract.listMembers)).data
    // The trip of a lead that is not assigned counts for the person who moved it.
    expect(Object.fromEntries(members.map(({ _id, won: trips }) => [_id, trips]))).toEqual({
      [owner.id]: 1,
      [buyer.id]: 0,
      [caller.id]: 1,
    })
  })

  it('that its traveller withdraws is mailed to the member who works it, or else to the owner', async () => {
    const confirmed = { email_confirmed_at: new Date() }
    const owner = await makeAgent(app.db, confirmed)
    await giveMoney(app.database, owner.id, 1000_00)
    const caller = await makeMember(app.db, owner, { agent_role: 'caller', ...confirmed })
    const gone = await makeMember(app.db, owner, { agent_role: 'caller', ...confirmed })
    const { id: adminId } = await makeAdmin(app.db)
    const withdraw = async (memberId: string | null) => {
      const { leadId, token } = await makeEnquiryLead(app.db, adminId)
      await buyEnquiryLead(app.database, owner.id, leadId, { hoursAgo: 1 })
      await sql`update purchases set assigned_to = ${memberId} where lead_id = ${leadId}`.execute(
        app.db,
      )
      expect((await app.call(withdrawOwnEnquiry, { params: { token } })).status).toBe(200)
      const { rows } = await sql<{ number: string }>`
        select 'LD-' || lpad(number::text, 6, '0') as number from leads where id = ${leadId}`.execute(
        app.db,
      )
      return new RegExp(rows[0]?.number ?? 'none')
    }
    const ofCaller = await withdraw(caller.id)
    const ofNone = await withdraw(null)
    await sql`update users set member_suspended_at = now() where id = ${gone.id}`.execute(app.db)
    const ofGone = await withdraw(gone.id)
    await waitForMail(app.config, caller.email, ofCaller)
    for (const lead of [ofNone, ofGone]) await waitForMail(app.config, owner.email, lead)
    const subjects = (await readMails(app.config, owner.email)).map(({ subject }) => subject ?? '')
    expect(subjects.filter((subject) => ofCaller.test(subject))).toEqual([])
  })

  it('shows the purchases of the agency by the id of any member', async () => {
    const owner = await makeAgent(app.db)
    await giveMoney(app.database, owner.id, 1000_00)
    await makePurchase(app.database, owner.id)
    const buyer = await makeBuyer(owner)
    const admin = await makeAdmin(app.db)
    for (const reader of [owner, buyer, admin]) {
      for (const { id } of [owner, buyer]) {
        const { data } = await app.as(reader).call(getUserLead, { params: { userId: id } })
        expect(data).toHaveLength(1)
      }
    }
    const searches: Record<string, string>[] = [
      { search: buyer.email },
      { search: `0${buyer.phone.replace('+91', '')}` },
      { email: buyer.email },
    ]
    for (const query of searches) {
      const { docs } = (await app.as(admin).call(listUsers, { query })).data
      expect(docs).toMatchObject([{ _id: owner.id, members: [{ _id: buyer.id, isFound: true }] }])
    }
    const listed = await app.as(admin).call(listUsers, { query: { search: owner.email } })
    expect(listed.data.docs[0]?.members).toMatchObject([
      { _id: buyer.id, role: 'buyer', isFound: false },
    ])
    const seen = await app.as(admin).call(getUserById, { params: { id: buyer.id } })
    expect(seen.data.agency).toMatchObject({ _id: owner.id, role: 'buyer' })
  })
})
