import { kycMaxBytes } from '@raahi/contract/auth'
import { decideKyc, getOwnKyc, listKyc, submitKyc } from '@raahi/contract/kyc'
import { buyLead } from '@raahi/contract/purchases'
import { changeSettings, getSettings } from '@raahi/contract/settings'
import { updateUser } from '@raahi/contract/update-user'
import { getUserKyc, listUsers } from '@raahi/contract/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFileStore } from '../../platform/files/create-file-store.ts'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAgent,
  makeLead,
  makePlan,
} from '../../testing/factories.ts'
import { readMails, untilJobsDone, waitForMail } from '../../testing/mails.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { formOf, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { deleteUnusedKyc } from './delete-unused-kyc.ts'

const pdf = '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  ;({ app, admin } = await createMarketplace())
})
beforeEach(() => setNeed(false))
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const upload = (agent: MadeUser, bytes: string | Buffer = pdf, name = 'pan.pdf') =>
  app.as(agent).call(submitKyc, { body: formOf({}, { name, bytes }) })

async function ownKyc(agent: MadeUser) {
  return (await app.as(agent).call(getOwnKyc)).data
}

const approve = ({ id: userId }: MadeUser, version = 1) =>
  app.as(admin).call(decideKyc, { params: { userId }, body: { version, action: 'approve' } })

const reject = ({ id: userId }: MadeUser, version = 1) =>
  app.as(admin).call(decideKyc, {
    params: { userId },
    body: { version, action: 'reject', reason: 'unreadable', note: 'Page 2 is dark.' },
  })

async function setNeed(buyingNeedsKyc: boolean) {
  const { version } = (await app.as(admin).call(getSettings)).data
  return app.as(admin).call(changeSettings, { body: { version, buyingNeedsKyc } })
}

async function buyerWithLead() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 50_000)
  return { agent, leadId: await makeLead(app.db) }
}

const buy = (agent: MadeUser, leadId: string, payWith?: 'wallet' | 'plan') =>
  app.as(agent).call(buyLead, { body: { leadId, expectedCost: 50, ...(payWith && { payWith }) } })

const download = ({ id }: MadeUser) =>
  app.app.inject({
    url: `/api/auth/users/${id}/kyc`,
    headers: { authorization: `Bearer ${admin.token}` },
  })

describe('the KYC of an agent', () => {
  it('goes from none to submitted, rejected, submitted again and approved, with a mail on each decision', async () => {
    const agent = await makeAgent(app.db, { email_confirmed_at: new Date() })
    expect(await ownKyc(agent)).toMatchObject({ status: 'none', document: null, reason: null })
    expect((await upload(agent)).data).toMatchObject({ status: 'submitted' })
    expect((await reject(agent)).data).toMatchObject({ status: 'rejected', decidedBy: admin.name })
    expect(await ownKyc(agent)).toMatchObject({
      status: 'rejected',
      reason: { code: 'unreadable', text: 'Page 2 is dark.' },
    })
    expect((await upload(agent, pdf, 'better.pdf')).data).toMatchObject({
      status: 'submitted',
      document: { name: 'better.pdf' },
      reason: null,
      decidedAt: null,
    })
    expect((await approve(agent, 3)).data).toMatchObject({ status: 'approved', version: 4 })
    expect(await ownKyc(agent)).toMatchObject({ status: 'approved', reason: null })
    const again = await waitForMail(app.config, agent.email, /upload your KYC document again/)
    expect(again.text).toContain('The document cannot be read')
    expect(again.text).toContain('Page 2 is dark.')
    await waitForMail(app.config, agent.email, /KYC is approved/)
    const { rows } = await sql<{ action: string; text: string }>`
      select action, concat(before::text, after::text) as text from audit_log
      where subject_id = ${agent.id} and action like '%kyc' order by id`.execute(app.db)
    expect(rows.map(({ action }) => action)).toEqual([
      'user.submit-kyc',
      'user.reject-kyc',
      'user.submit-kyc',
      'user.approve-kyc',
    ])
    expect(JSON.stringify(rows)).not.toMatch(/dark|better/)
  })

  it('has a message that names each decision: approved, withdrawn, rejected', async () => {
    const agent = await makeAgent(app.db)
    await upload(agent)
    const messages = [await approve(agent), await reject(agent, 2)].map(
      ({ text }) => JSON.parse(text).message,
    )
    await upload(agent)
    messages.push(JSON.parse((await reject(agent, 4)).text).message)
    expect(messages).toEqual(['KYC approved.', 'Approval withdrawn.', 'KYC rejected.'])
  })

  it('is listed for admins by state, the latest or the oldest upload first', async () => {
    const [first, second] = [await makeAgent(app.db), await makeAgent(app.db)]
    for (const agent of [first, second]) await upload(agent)
    await approve(second)
    const idsOf = async (query: Record<string, string | number>) =>
      (await app.as(admin).call(listKyc, { query })).data.docs.map(({ user }) => user._id)
    expect((await idsOf({ limit: 2 })).slice(0, 2)).toEqual([second.id, first.id])
    expect((await idsOf({ limit: 1, status: 'submitted' }))[0]).toBe(first.id)
    expect(await idsOf({ user: first.id })).toEqual([first.id])
    expect(await idsOf({ user: first.id, status: 'approved' })).toEqual([])
    expect((await idsOf({ limit: 100, sort: 'submittedAt' })).slice(-2)).toEqual([
      first.id,
      second.id,
    ])
    const { docs } = (await app.as(admin).call(listUsers, { query: { email: second.email } })).data
    expect(docs[0]?.kycStatus).toBe('approved')
  })

  it('is not decided on a document that the admin has not seen, nor twice', async () => {
    const agent = await makeAgent(app.db)
    await upload(agent)
    await upload(agent, pdf, 'other.pdf')
    const unseen = await approve(agent, 1)
    expect([unseen.status, unseen.code]).toEqual([409, 'KYC_CHANGED'])
    expect((await approve(agent, 2)).status).toBe(200)
    expect((await approve(agent, 3)).code).toBe('KYC_CHANGED')
    const none = await makeAgent(app.db)
    expect((await approve(none, 0)).code).toBe('KYC_CHANGED')
    expect((await approve(admin, 0)).code).toBe('USER_NOT_FOUND')
    await untilJobsDone(app.database)
    expect(await readMails(app.config, agent.email)).toHaveLength(1)
  })

  it.each([
    ['approves', approve, reject],
    ['rejects', reject, approve],
  ] as const)(
    'is decided once if one admin %s it while another decides too',
    async (_, first, second) => {
      const agent = await makeAgent(app.db)
      await upload(agent)
      const blocker = await app.database.pool.connect()
      try {
        await blocker.query('begin')
        await blocker.query('select from users where id = $1 for update', [agent.id])
        const one = first(agent)
        await untilWaiting(app.database, 1)
        const other = second(agent)
        await untilWaiting(app.database, 2)
        await blocker.query('commit')
        const { status } = (await one).data
        expect((await other).code).toBe('KYC_CHANGED')
        expect((await ownKyc(agent)).status).toBe(status)
      } finally {
        await blocker.query('rollback')
        blocker.release()
      }
    },
  )

  it.each([{ name: 'Asha Rao' }, { companyName: 'Rao Travels' }, { gstin: '27AAPFU0939F1ZV' }])(
    'is not decided on a profile that the admin has not seen: %o',
    async (change) => {
      const agent = await makeAgent(app.db)
      await upload(agent)
      const body = { userId: agent.id, name: agent.name, email: agent.email }
      await app.as(agent).call(updateUser, { body: { ...body, city: 'Pune' } })
      expect((await app.as(agent).call(updateUser, { body: { ...body, ...change } })).status).toBe(
        200,
      )
      expect((await approve(agent, 1)).code).toBe('KYC_CHANGED')
      expect((await approve(agent, 2)).status).toBe(200)
    },
  )

  it('is rejected only with a reason; Other needs a note', async () => {
    const agent = await makeAgent(app.db)
    await upload(agent)
    const decide = (body: object) =>
      app.as(admin).call(decideKyc, {
        params: { userId: agent.id },
        body: { version: 1, action: 'reject', ...body } as never,
      })
    expect((await decide({})).fieldErrors).toEqual({ reason: 'Choose a reason.' })
    expect((await decide({ reason: 'other' })).fieldErrors).toHaveProperty('note')
    expect((await decide({ action: 'approve', reason: 'expired' })).status).toBe(400)
    expect((await ownKyc(agent)).status).toBe('submitted')
  })

  it('keeps one file: the upload replaces the previous one, with the checks of sign-up', async () => {
    const agent = await makeAgent(app.db)
    const fileOf = async () =>
      (
        await app.db
          .selectFrom('users')
          .select('kyc_file')
          .where('id', '=', agent.id)
          .executeTakeFirstOrThrow()
      ).kyc_file ?? ''
    await upload(agent)
    const first = await fileOf()
    const jpg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f5a623' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'where I live' } })
      .toBuffer()
    expect((await upload(agent, jpg, 'pan.jpg')).status).toBe(200)
    const files = createFileStore(app.config)
    expect(await files.read('kyc', first)).toBeNull()
    expect((await download(agent)).rawPayload.includes('where I live')).toBe(false)
    const second = await fileOf()
    const page = await upload(agent, '<script>', 'pan.pdf')
    expect([page.status, page.fieldErrors]).toEqual([415, { kyc: expect.any(String) }])
    expect(await fileOf()).toBe(second)
    expect((await ownKyc(agent)).status).toBe('submitted')
  })

  it('is uploaded at most 20 times an hour; after that no body is read', async () => {
    const agent = await makeAgent(app.db)
    await sql`insert into rate_limits (key, count, resets_at)
      values (${`KYC of ${agent.id}`}, 20, now() + interval '1 hour')`.execute(app.db)
    expect((await upload(agent, Buffer.alloc(kycMaxBytes + 1))).code).toBe('TOO_MANY_REQUESTS')
  })

  it('goes back to none if the document of the unused account is deleted; an approval remains', async () => {
    const kyc = {
      kyc_name: 'a.pdf',
      kyc_type: 'application/pdf',
      created_at: new Date('2020-01-02'),
    }
    const waiting = await makeAgent(app.db, { ...kyc, kyc_file: 'waiting' })
    const approved = await makeAgent(app.db, { ...kyc, kyc_file: 'approved' })
    await approve(approved)
    await sql`delete from sessions where user_id in (${waiting.id}, ${approved.id})`.execute(app.db)
    const log = { info: () => {}, error: () => {} }
    expect(
      await deleteUnusedKyc({ database: app.database, files: createFileStore(app.config) }, log),
    ).toBe(2)
    const { rows } = await sql`
      select kyc_file, kyc_status from users where id in (${waiting.id}, ${approved.id})
      order by kyc_status`.execute(app.db)
    expect(rows).toEqual([
      { kyc_file: null, kyc_status: 'approved' },
      { kyc_file: null, kyc_status: 'none' },
    ])
    expect((await app.as(admin).call(getUserKyc, { params: { userId: approved.id } })).status).toBe(
      404,
    )
  })
})

describe('while buying needs an approved KYC', () => {
  it('no agent without one buys, with the wallet or a plan, and an approved agent does', async () => {
    const { agent, leadId } = await buyerWithLead()
    await givePlan(app.database, agent.id, await makePlan(app.db))
    await setNeed(true)
    expect((await ownKyc(agent)).isNeededToBuy).toBe(true)
    for (const payWith of ['wallet', 'plan', undefined] as const) {
      const refused = await buy(agent, leadId, payWith)
      expect([refused.status, refused.code]).toEqual([403, 'KYC_NOT_APPROVED'])
    }
    expect(await walletPaise(app.database, agent.id)).toBe(50_000)
    await upload(agent)
    expect((await buy(agent, leadId)).code).toBe('KYC_NOT_APPROVED')
    await approve(agent)
    expect((await buy(agent, leadId)).status).toBe(200)
  })

  it('a running purchase waits for the switch, and is refused after it', async () => {
    const { agent, leadId } = await buyerWithLead()
    const blocker = await app.database.pool.connect()
    try {
      await blocker.query('begin; select pg_advisory_xact_lock(55, 0)')
      await blocker.query('update settings set buying_needs_kyc = true')
      const buying = buy(agent, leadId)
      await untilWaiting(app.database, 1, ' buy_lead(')
      await blocker.query('commit')
      expect((await buying).code).toBe('KYC_NOT_APPROVED')
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  it('the switch waits for a running purchase', async () => {
    const { agent, leadId } = await buyerWithLead()
    const blocker = await app.database.pool.connect()
    try {
      // The purchase has read the settings and waits for its wallet.
      await blocker.query('begin')
      await blocker.query('select from accounts where id = $1 for update', [agent.id])
      const buying = buy(agent, leadId)
      await untilWaiting(app.database, 1, ' buy_lead(')
      let isSwitched = false
      const switching = setNeed(true).then(() => {
        isSwitched = true
      })
      await untilWaiting(app.database, 1, 'pg_advisory_xact_lock(55')
      expect(isSwitched).toBe(false)
      await blocker.query('commit')
      expect((await buying).status).toBe(200)
      await switching
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  it('a purchase waits for the withdrawal of an approval, and is refused after it', async () => {
    const { agent, leadId } = await buyerWithLead()
    await upload(agent)
    await approve(agent)
    await setNeed(true)
    const blocker = await app.database.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query(
        `update users set kyc_status = 'rejected', kyc_reason_code = 'other', kyc_reason_text = ''
        where id = $1`,
        [agent.id],
      )
      await blocker.query(
        `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, after)
        select kyc_decided_by, 'admin', 'user.reject-kyc', 'user', id, '{"kycStatus": "rejected"}' from users where id = $1`,
        [agent.id],
      )
      const buying = buy(agent, leadId)
      await untilWaiting(app.database, 1, ' buy_lead(')
      await blocker.query('commit')
      expect((await buying).code).toBe('KYC_NOT_APPROVED')
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })
})
