import type { AddressInfo } from 'node:net'
import { convertEnquiry, createEnquiry } from '@raahi/contract/enquiries'
import { listLeads } from '@raahi/contract/leads'
import {
  correctOwnEnquiry,
  getOwnEnquiry,
  requestPhoneCode,
  verifyOwnPhone,
} from '@raahi/contract/own-enquiry'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SmsBehaviour } from '../../platform/sms/sms-behaviour.ts'
import { smsSandboxPath } from '../../platform/sms/sms-sandbox.routes.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent, makeEnquiry } from '../../testing/factories.ts'
import { retryJobsNow, retryUntilJobsDone, untilJobsDone } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const read = (token: string) => app.call(getOwnEnquiry, { params: { token } })
const correction = { name: 'Meera N.', phone: '9123456780', adult: 3 }
const correct = (token: string, fields: object = {}) =>
  app.call(correctOwnEnquiry, { params: { token }, body: { ...correction, ...fields } })
const shownToAdmin = async (label: string) => {
  const { data } = await app.as(admin).call(listLeads, { query: { limit: 50 } })
  return data.leads.find(({ leadId }) => leadId === label)
}

describe('verifying the phone', () => {
  const listen = (each: TestApp) => each.app.listen({ host: '127.0.0.1', port: 0 })
  let second: TestApp
  beforeAll(async () => {
    second = await app.another()
    await Promise.all([listen(app), listen(second)])
  })
  afterAll(() => second.close())

  const request = (token: string, from = app) => from.call(requestPhoneCode, { params: { token } })
  const enter = (token: string, code: string, from = app) =>
    from.call(verifyOwnPhone, { params: { token }, body: { code } })
  const phoneOf = async (token: string) => (await read(token)).data.phone

  /** The SMS to a number, oldest first. */
  async function messagesTo(phone: string): Promise<string[]> {
    const { rows } = await sql<{ text: string }>`
      select text from sandbox_messages where phone = ${phone} order by created_at`.execute(app.db)
    return rows.map(({ text }) => text)
  }

  /** Requests a code and returns it once the SMS has arrived. */
  async function receiveCode(token: string): Promise<string> {
    expect((await request(token)).status).toBe(200)
    await untilJobsDone(app.database)
    return (await messagesTo(await phoneOf(token))).at(-1)?.slice(0, 6) ?? ''
  }
  const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')
  const countStatuses = (answers: { code: string | undefined }[]) =>
    Object.groupBy(answers, ({ code }) => code ?? 'done')

  async function behave(behaviour: Partial<SmsBehaviour>) {
    const { port } = app.app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${smsSandboxPath}/behaviour`, {
      method: 'PUT',
      headers: { authkey: 'msg91_sandbox', 'content-type': 'application/json' },
      body: JSON.stringify(behaviour),
    })
    expect(answer.status).toBe(200)
  }

  it('marks the enquiry and its lead with the code from the SMS, which contains no link', async () => {
    const { id, token } = await makeEnquiry(app.db)
    const { phone, canVerifyPhone } = (await read(token)).data
    expect(canVerifyPhone).toBe(true)
    const { data: lead } = await app.as(admin).call(convertEnquiry, {
      params: { id },
      body: { name: 'Meera Nair', phone, email: null, city: 'Kochi', destination: 'Goa' },
    })
    const code = await receiveCode(token)
    const [text = ''] = await messagesTo(phone)
    expect(text).toMatch(/^\d{6} is your Raahi code\. [^/:]+$/)
    expect((await enter(token, otherThan(code))).code).toBe('PHONE_CODE_WRONG')
    const verified = await enter(token, code)
    const at = verified.data.phoneVerifiedAt
    expect([verified.status, verified.data.canVerifyPhone]).toEqual([200, false])
    expect(at).toEqual(expect.any(String))
    expect((await shownToAdmin(lead.leadId))?.phoneVerifiedAt).toBe(at)
    const found = await app.as(agent).call(listLeads, { query: { verified: 'phone' } })
    expect(found.data.leads.find(({ _id }) => _id === lead._id)).toMatchObject({ phone: null })
    expect(found.text).not.toContain(phone.slice(3))
    expect((await request(token)).code).toBe('PHONE_ALREADY_VERIFIED')
    // A code is in no table, except for the SMS of a trial.
    const { rows } = await sql<{ row: string }>`
      select c::text as row from phone_codes c where enquiry_id = ${id}
      union all select data::text from pgboss.job where name = 'phone-code'`.execute(app.db)
    expect(rows.length).toBeGreaterThan(1)
    for (const { row } of rows) expect(row).not.toContain(code)
  })

  it('allows five tries in all through two processes, and then not even the code itself', async () => {
    const { token } = await makeEnquiry(app.db)
    const code = await receiveCode(token)
    const guesses = Array.from({ length: 30 }, (_, i) =>
      enter(token, otherThan(code), i % 2 ? app : second),
    )
    const answers = countStatuses(await Promise.all(guesses))
    expect(answers.PHONE_CODE_WRONG).toHaveLength(5)
    expect(answers.PHONE_CODE_ENDED).toHaveLength(25)
    expect((await enter(token, code)).code).toBe('PHONE_CODE_ENDED')
    expect((await read(token)).data.phoneVerifiedAt).toBeNull()
  })

  it('sends a number three SMS in all, no matter which enquiries and processes request them', async () => {
    const phone = '+919811122233'
    const enquiries = await Promise.all([0, 1, 2, 3].map(() => makeEnquiry(app.db, { phone })))
    const answers = await Promise.all(
      enquiries.flatMap(({ token }) =>
        [0, 1, 2, 3, 4].map((i) => request(token, i % 2 ? app : second)),
      ),
    )
    // Each enquiry may request three codes. The limit of the number decides how many are sent, and no response reveals
    // it.
    expect(countStatuses(answers).done).toHaveLength(12)
    expect(countStatuses(answers).PHONE_CODE_LIMIT).toHaveLength(8)
    await untilJobsDone(app.database)
    const sent = (await messagesTo(phone)).length
    // A code that was replaced before its SMS is not sent.
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(3)
    const reserved = await sql<{ n: number }>`
      select sum(reserved)::integer as n from phone_codes where reserved > 0 and phone_hash in (
        select phone_hash from phone_codes where enquiry_id = ${enquiries[0]?.id})`.execute(app.db)
    expect(reserved.rows[0]?.n).toBe(3)
    // A fourth SMS in a day is not sent for a later request either.
    const late = await makeEnquiry(app.db, { phone })
    expect((await request(late.token)).data.codesLeft).toBe(2)
    await untilJobsDone(app.database)
    expect(await messagesTo(phone)).toHaveLength(sent)
    // On the next day, the SMS is sent.
    await sql`update phone_codes set created_at = created_at - interval '25 hours'`.execute(app.db)
    await receiveCode(late.token)
    expect(await messagesTo(phone)).toHaveLength(sent + 1)
  })

  it('counts an attempt whose response was lost as an SMS, and retries it only within the three', async () => {
    const { token } = await makeEnquiry(app.db)
    const phone = await phoneOf(token)
    await behave({ losing: true })
    expect((await request(token)).status).toBe(200)
    for (const count of [1, 2, 3]) {
      await vi.waitFor(
        async () => {
          await retryJobsNow(app.database)
          expect((await messagesTo(phone)).length).toBeGreaterThanOrEqual(count)
        },
        { timeout: 20_000, interval: 200 },
      )
    }
    await retryUntilJobsDone(app.database)
    await behave({})
    expect(await messagesTo(phone)).toHaveLength(3)
    const code = (await messagesTo(phone)).at(-1)?.slice(0, 6) ?? ''
    expect((await enter(token, code)).status).toBe(200)
  })

  it('gives up a message that the provider refuses, and tolerates slow responses', async () => {
    const { token } = await makeEnquiry(app.db)
    const phone = await phoneOf(token)
    await behave({ refusing: true })
    await request(token)
    await untilJobsDone(app.database)
    expect(await messagesTo(phone)).toEqual([])
    await behave({ latencyMs: 300 })
    expect((await enter(token, await receiveCode(token))).status).toBe(200)
    await behave({})
  })

  it('is over for a phone that the traveller corrects, and so is a code for the earlier number', async () => {
    const { token } = await makeEnquiry(app.db, { email: null })
    await enter(token, await receiveCode(token))
    expect((await correct(token, { phone: '9822233344' })).data.phoneVerifiedAt).toBeNull()
    const code = await receiveCode(token)
    await correct(token, { phone: '9822233355' })
    expect((await enter(token, code)).code).toBe('PHONE_CODE_ENDED')
    expect((await correct(token, { phone: '+442071838750' })).data.canVerifyPhone).toBe(false)
    expect((await request(token)).code).toBe('PHONE_NOT_INDIAN')
  })

  it('needs the latest code, within ten minutes', async () => {
    const { id, token } = await makeEnquiry(app.db)
    const first = await receiveCode(token)
    const latest = await receiveCode(token)
    if (first !== latest) expect((await enter(token, first)).code).toBe('PHONE_CODE_WRONG')
    await sql`update phone_codes set expires_at = expires_at - interval '10 minutes'
      where enquiry_id = ${id}`.execute(app.db)
    expect((await enter(token, latest)).code).toBe('PHONE_CODE_ENDED')
  })

  it('is limited per address and for all travellers together, and sends nothing for a suspected enquiry', async () => {
    const suspected = await makeEnquiry(app.db, { suspected: true })
    await request(suspected.token)
    const paused = await app.another({ smsPerHour: 1, rateLimitAllow: [] })
    // Its queue may take the job, and its address is the one of the trial's provider.
    await listen(paused)
    await app.db.deleteFrom('rate_limits').execute()
    const codes = []
    for (let i = 0; i < 12; i += 1) {
      const { token } = await makeEnquiry(app.db)
      codes.push((await request(token, paused)).code)
    }
    expect(codes.slice(0, 3)).toEqual([undefined, 'PHONE_CODES_PAUSED', 'PHONE_CODES_PAUSED'])
    expect(codes.slice(10)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
    await untilJobsDone(app.database)
    expect(await messagesTo(await phoneOf(suspected.token))).toEqual([])
    await paused.close()
  })

  it('has the same responses whether an SMS is sent or withheld, from the request to the expiry', async () => {
    const used = '+919811144455'
    for (let sent = 0; sent < 3; sent += 1) {
      await receiveCode((await makeEnquiry(app.db, { phone: used })).token)
    }
    const enquiries = {
      'a number that no other enquiry has': await makeEnquiry(app.db),
      'a number that has had its SMS': await makeEnquiry(app.db, { phone: used }),
      'a suspected enquiry': await makeEnquiry(app.db, { suspected: true }),
    }
    const seen = await Promise.all(
      Object.values(enquiries).map(({ id, token }) => probe(id, token)),
    )
    for (const responses of seen) expect(responses).toEqual(seen[0])
    expect(seen[0]?.map(([code]) => code)).toContain('PHONE_CODE_WRONG')
    const sms = Object.values(enquiries).map(async ({ token }) => messagesTo(await phoneOf(token)))
    expect((await Promise.all(sms)).map((texts) => texts.length)).toEqual([3, 3, 0])

    /** What a stranger can observe: every response to every call, in each state of the code. */
    async function probe(id: string, token: string) {
      const responses: unknown[][] = []
      const record = async (sent: Promise<{ code: string | undefined; text: string }>) => {
        const { code, text } = await sent
        const { requestId, ...envelope } = JSON.parse(text)
        const { name, phone, reference, createdAt, consentAt, email, ...data } = envelope.data ?? {}
        responses.push([code, { ...envelope, data }])
      }
      // No code is known, and the right one is one of a million.
      const guess = () => record(enter(token, '000000'))
      await guess()
      for (let round = 0; round < 4; round += 1) {
        await record(request(token))
        await guess() // Before the SMS.
        await untilJobsDone(app.database)
        for (let n = 0; n <= round * 3; n += 1) await guess()
        await record(read(token))
      }
      await sql`update phone_codes set tries = 0 where enquiry_id = ${id}`.execute(app.db)
      await guess()
      await sql`update phone_codes set expires_at = expires_at - interval '10 minutes'
        where enquiry_id = ${id}`.execute(app.db)
      await guess()
      return responses
    }
  })

  it('keeps a share of the hour for verified numbers when new numbers have used up theirs, with the same responses', async () => {
    const phone = '+919811166677'
    const first = await makeEnquiry(app.db, { phone })
    await enter(first.token, await receiveCode(first.token))
    const busy = await app.another({ smsPerHour: 4 })
    await listen(busy)
    await app.db.deleteFrom('rate_limits').execute()
    const strangers = []
    for (let n = 0; n < 5; n += 1) strangers.push((await makeEnquiry(app.db)).token)
    const answers = []
    for (const token of strangers) answers.push(await request(token, busy))
    const { token } = await makeEnquiry(app.db, { phone })
    answers.push(await request(token, busy))
    expect(answers.map(({ code, data }) => [code, data])).toEqual(
      answers.map(() => [undefined, { codesLeft: 2 }]),
    )
    await untilJobsDone(app.database)
    const counts = strangers.map(async (each) => (await messagesTo(await phoneOf(each))).length)
    expect(await Promise.all(counts)).toEqual([1, 1, 1, 0, 0])
    expect(await messagesTo(phone)).toHaveLength(2)
    expect((await request((await makeEnquiry(app.db)).token, busy)).code).toBe('PHONE_CODES_PAUSED')
    await busy.close()
  })

  it('is not offered without a provider outside a trial, which has no page of messages', async () => {
    const inTrial = await app.app.inject('/dev/messages')
    expect([inTrial.statusCode, inTrial.body]).toEqual([200, expect.stringContaining('Raahi code')])
    const live = await app.another({ trial: false, sms: { mode: 'off' } })
    const { token } = await makeEnquiry(app.db)
    const own = await live.call(getOwnEnquiry, { params: { token } })
    expect(own.data.canVerifyPhone).toBe(false)
    const body = { name: 'Meera', phone: '9833344455', consent: true }
    expect((await live.call(createEnquiry, { body })).data.canVerifyPhone).toBe(false)
    expect((await request(token, live)).code).toBe('PHONE_CODES_OFF')
    for (const [method, url] of [
      ['GET', '/dev/messages'],
      ['POST', `${smsSandboxPath}/api/v5/flow`],
      ['PUT', `${smsSandboxPath}/behaviour`],
    ] as const) {
      expect((await live.app.inject({ method, url })).statusCode, url).toBe(404)
    }
    await live.close()
  })
})
