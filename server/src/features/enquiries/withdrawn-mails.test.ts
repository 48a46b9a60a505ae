import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { buyLead } from '@raahi/contract/purchases'
import { requestLeadReplacement } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  // Port 1 has no mail server, so every mail waits for its next attempt.
  app = await createTestApp({
    overrides: { smtpUrl: 'smtp://127.0.0.1:1' },
    runsTasks: true,
  })
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'both', 5000)
})
afterAll(() => app.close())

const subjectsTo = async (email: string) => {
  const { rows } = await sql<{ subject: string }>`
    select data ->> 'subject' as subject from pgboss.job
    where name = 'mail' and data ->> 'to' = ${email} order by 1`.execute(app.db)
  return rows.map(({ subject }) => subject.replace(/RQ-\d+/, 'RQ'))
}

it.each(['withdrawal', 'erasure'])(
  'mails to the traveller that wait for the mail server are not sent after a %s',
  async (end) => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_00)
    const email = `${end}@waiting.example`
    const { leadId, token } = await makeEnquiryLead(app.db, admin.id, { email })
    expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
    const body = { leadId, reason: 'Unreachable' }
    expect((await app.as(agent).call(requestLeadReplacement, { body })).status).toBe(201)
    const waiting = ['Are you still planning your trip? (RQ)', 'Your travel agent for enquiry RQ']
    await expect.poll(() => subjectsTo(email), { timeout: 15_000 }).toEqual(waiting)
    await retryJobsNow(app.database)

    if (end === 'withdrawal') await app.call(withdrawOwnEnquiry, { params: { token } })
    else await app.as(admin).call(erasePersonalData, { body: { email } })
    expect(await subjectsTo(email)).toEqual([])
    // An attempt that was running when its mail was removed does not put it back.
    await retryJobsNow(app.database)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pgboss.job where state = 'active'`.execute(app.db)
        return rows.length
      })
      .toBe(0)
    expect(await subjectsTo(email)).toEqual([])
  },
)
