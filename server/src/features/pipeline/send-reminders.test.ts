import {
  getPipelineSettings,
  setPipelineSettings,
  stopRemindersPath,
} from '@raahi/contract/pipeline'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { MailDraft } from '../../platform/mail/mail.ts'
import { giveMoney, type MadeUser, makeAgent, makePurchase } from '../../testing/factories.ts'
import { setDayInIndia } from '../../testing/india-clock.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { changeAlertSettings } from '../saved-searches/public/alert-settings.ts'
import { moveCard, undoMove } from './public/move-card.ts'
import { changeReminderSettings, stopReminders } from './public/reminder-settings.ts'
import { sendReminders } from './send-reminders.ts'
import { setFollowUp } from './set-follow-up.ts'

const today = '2031-05-10'
const tomorrow = '2031-05-11'
const confirmed = { email_confirmed_at: new Date() }

let test: TestDatabase
let db: TestDatabase['database']['kysely']
let app: TestApp
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
  await sql`create table test_mails (mail jsonb)`.execute(db)
  await setLeadPrice(db, 'both', 50_00)
  await setDayInIndia(test.database, today)
  app = await createTestApp()
})
afterEach(async () => {
  await sql`truncate test_mails, pipeline_cards cascade`.execute(db)
  await setDayInIndia(test.database, today)
})
afterAll(async () => {
  await app.close()
  await test.drop()
})

const inIndia = (at: string) => new Date(`${at}:00+05:30`)

/** Stores mails in the transaction, as the job queue does. */
const send = ({ fail = false, at = `${today}T08:00` } = {}) =>
  sendReminders({
    database: test.database,
    publicUrl: 'https://raahi.example',
    now: inIndia(at),
    queueMail: async (tx, mail) => {
      await sql`insert into test_mails values (${JSON.stringify(mail)}::jsonb)`.execute(tx)
      if (fail) throw new Error('the process died')
    },
  })

async function mailsTo({ email }: MadeUser): Promise<MailDraft[]> {
  const { rows } = await sql<{ mail: MailDraft }>`
    select mail from test_mails where mail -> 'to' ->> 'email' = ${email}`.execute(db)
  return rows.map(({ mail }) => mail)
}

async function makeBuyer(fields: object = confirmed): Promise<MadeUser> {
  const agent = await makeAgent(db, fields)
  await giveMoney(test.database, agent.id, 1000_00)
  return agent
}

/** A bought lead with a follow-up, whose reminder waits for the morning of its day. */
async function makeFollowUp(agent: MadeUser, on: string): Promise<string> {
  const leadId = await makePurchase(test.database, agent.id)
  await setFollowUp(test.database, { userId: agent.id, leadId }, { on, time: '16:30' })
  return leadId
}

/** Sets the database's day, and makes the reminders up to that day due. */
async function makeMorning(day: string): Promise<void> {
  await setDayInIndia(test.database, day)
  await sql`update pipeline_cards set remind_at = now() where follow_up_on <= ${day}::date and remind_at is not null`.execute(
    db,
  )
}

/** The times of all reminders, in India. */
async function reminderTimes(): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`
    select (remind_at at time zone 'Asia/Kolkata')::text as at from pipeline_cards where remind_at is not null`.execute(
    db,
  )
  return rows.map(({ at }) => at)
}

it('waits until eight in India on the day of the follow-up', async () => {
  const agent = await makeBuyer()
  await makeFollowUp(agent, tomorrow)
  expect(await reminderTimes()).toEqual([`${tomorrow} 08:00:00`])
  await send()
  expect(await mailsTo(agent)).toEqual([])
})

it('is one mail of all follow-ups, also if the process dies before the commit or several run', async () => {
  const agent = await makeBuyer()
  for (const on of [today, today, tomorrow]) await makeFollowUp(agent, on)
  await makeMorning(today)
  await expect(send({ fail: true })).rejects.toThrow('the process died')
  expect(await mailsTo(agent)).toEqual([])
  await makeMorning(today)
  await Promise.all([send(), send(), send()])
  await send()
  const mails = await mailsTo(agent)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: '2 follow-ups due today' })
  expect(mails[0]?.facts).toHaveLength(2)
  expect(JSON.stringify(mails[0]?.facts)).toContain(', at 04:30 PM')
  expect(mails[0]?.unsubscribeUrl).toMatch(/\/reminders\/stop\?key=[0-9a-f]{32}$/)
})

it('is one mail even if another follow-up becomes due while the mail is written', async () => {
  const agent = await makeBuyer()
  await makeFollowUp(agent, today)
  await makeMorning(today)
  const later = await makeFollowUp(agent, tomorrow)
  const writing = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const first = sendReminders({
    database: test.database,
    publicUrl: 'https://raahi.example',
    now: inIndia(`${today}T08:00`),
    queueMail: async (tx, mail) => {
      await sql`insert into test_mails values (${JSON.stringify(mail)}::jsonb)`.execute(tx)
      writing.resolve()
      await end.promise
    },
  })
  await writing.promise
  await sql`update pipeline_cards set remind_at = now()
    where purchase_id = (select id from purchases where lead_id = ${later})`.execute(db)
  const second = send()
  await Promise.race([second, untilWaiting(test.database, 1)])
  end.resolve()
  await Promise.all([first, second])
  expect(await mailsTo(agent)).toHaveLength(1)
  expect(await reminderTimes()).toHaveLength(1)
})

it('is sent to the other agents if the mail to one agent fails', async () => {
  const agents = [await makeBuyer(), await makeBuyer(), await makeBuyer()]
  for (const agent of agents) await makeFollowUp(agent, today)
  await makeMorning(today)
  const [failing] = agents
  const sending = sendReminders({
    database: test.database,
    publicUrl: 'https://raahi.example',
    now: inIndia(`${today}T08:00`),
    queueMail: async (tx, mail) => {
      if (mail.to.email === failing?.email) throw new Error('this mail cannot be written')
      await sql`insert into test_mails values (${JSON.stringify(mail)}::jsonb)`.execute(tx)
    },
  })
  await expect(sending).rejects.toThrow('this mail cannot be written')
  const sent = await Promise.all(agents.map(async (agent) => (await mailsTo(agent)).length))
  expect(sent).toEqual([0, 1, 1])
  await send()
  expect(await mailsTo(agents[0] as MadeUser), 'a minute has not passed').toEqual([])
  await makeMorning(today)
  await send()
  expect(await Promise.all(agents.map(async (agent) => (await mailsTo(agent)).length))).toEqual([
    1, 1, 1,
  ])
})

it('is sent after the product was down over eight, with all follow-ups that became due', async () => {
  const agent = await makeBuyer()
  await makeFollowUp(agent, today)
  await makeFollowUp(agent, tomorrow)
  await makeMorning('2031-05-14')
  await send()
  const mails = await mailsTo(agent)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('2 follow-ups overdue')
  expect(mails[0]?.facts?.map(([, value]) => value)).toEqual([
    { userText: expect.stringContaining('due since 11-05-2031') },
    { userText: expect.stringContaining('due since 10-05-2031') },
  ])
})

it('waits for the morning if the product starts again at night', async () => {
  const agent = await makeBuyer()
  await makeFollowUp(agent, today)
  for (const at of [`${today}T21:00`, `${tomorrow}T07:59`]) {
    await makeMorning(today)
    await send({ at })
    expect(await mailsTo(agent), at).toEqual([])
    expect(await reminderTimes(), at).toEqual([`${tomorrow} 08:00:00`])
  }
  await makeMorning(tomorrow)
  await send({ at: `${tomorrow}T20:59` })
  expect(await mailsTo(agent)).toHaveLength(1)
})

it('waits for the end of the quiet hours that the agent has chosen instead of the night', async () => {
  const agent = await makeBuyer()
  await changeAlertSettings(test.database, agent.id, { from: '07:00', to: '09:30' })
  await makeFollowUp(agent, today)
  await makeMorning(today)
  await send()
  expect(await mailsTo(agent)).toEqual([])
  expect(await reminderTimes()).toEqual([`${today} 09:30:00`])
  await makeMorning(today)
  await send({ at: `${today}T21:30` })
  expect(await mailsTo(agent)).toHaveLength(1)
})

it('is sent once a day: a follow-up that becomes due after it is in the mail of the next day', async () => {
  const agent = await makeBuyer()
  await makeFollowUp(agent, today)
  await makeMorning(today)
  await send()
  await makeFollowUp(agent, today)
  await makeMorning(today)
  await send()
  expect(await mailsTo(agent)).toHaveLength(1)
  await makeFollowUp(agent, tomorrow)
  await makeMorning(tomorrow)
  await send()
  const mails = await mailsTo(agent)
  expect(mails.map(({ subject }) => subject)).toEqual([
    '1 follow-up due today',
    '1 follow-up due today, 2 overdue',
  ])
  // No mail is sent if all follow-ups are overdue.
  await makeMorning('2031-05-12')
  await send()
  expect(await mailsTo(agent)).toHaveLength(2)
})

it('is not sent without a confirmed email, to a suspended agent, after an unsubscription or for a lost trip', async () => {
  const unconfirmed = await makeBuyer({ email_confirmed_at: null })
  const suspended = await makeBuyer()
  const off = await makeBuyer()
  const stopped = await makeBuyer()
  const loser = await makeBuyer()
  for (const agent of [unconfirmed, suspended, off, stopped]) await makeFollowUp(agent, today)
  const leadId = await makeFollowUp(loser, today)
  await moveCard(
    test.database,
    { userId: loser.id, leadId },
    { to: 'lost', version: 1, lostReason: 'other' },
  )
  await sql`update users set status = 'suspended' where id = ${suspended.id}`.execute(db)
  await changeReminderSettings(test.database, off.id, false)
  await changeReminderSettings(test.database, stopped.id, true)
  const { stop_key } = await db
    .selectFrom('pipeline_settings')
    .select('stop_key')
    .where('user_id', '=', stopped.id)
    .executeTakeFirstOrThrow()
  await stopReminders(test.database, stop_key.replaceAll('-', ''))
  await makeMorning(today)
  await send()
  expect((await sql`select from test_mails`.execute(db)).rows).toEqual([])
})

it('is sent after the end of a suspension, and after the confirmation of a new email', async () => {
  const suspended = await makeBuyer()
  const changed = await makeBuyer({ email_confirmed_at: null })
  for (const agent of [suspended, changed]) await makeFollowUp(agent, today)
  await sql`update users set status = 'suspended' where id = ${suspended.id}`.execute(db)
  await makeMorning(today)
  await send()
  expect((await sql`select from test_mails`.execute(db)).rows).toEqual([])
  await sql`update users set status = 'active', email_confirmed_at = now()`.execute(db)
  await makeMorning(today)
  await send()
  for (const agent of [suspended, changed]) expect(await mailsTo(agent)).toHaveLength(1)
})

it('keeps a postponed reminder if the time is changed, and if a move to Lost is undone', async () => {
  const past = '2026-01-10'
  await setDayInIndia(test.database, past)
  const agent = await makeBuyer()
  const leadId = await makeFollowUp(agent, past)
  const of = { userId: agent.id, leadId }
  expect(await reminderTimes(), 'eight is over').toEqual([])
  const postponed = `${past} 09:30:00`
  await sql`update pipeline_cards set remind_at = ${postponed}::timestamp at time zone 'Asia/Kolkata'`.execute(
    db,
  )
  await setFollowUp(test.database, of, { on: past, time: '18:00' })
  expect(await reminderTimes()).toEqual([postponed])
  const lost = { to: 'lost', version: 2, lostReason: 'other' } as const
  const { moveId } = await moveCard(test.database, of, lost)
  expect(await reminderTimes()).toEqual([])
  await undoMove(test.database, of, moveId ?? '')
  expect(await reminderTimes()).toEqual([postponed])
})

it('is stopped by one request of a mail program, and not by opening the link', async () => {
  const agent = await makeAgent(app.db, confirmed)
  const isOn = async () => (await app.as(agent).call(getPipelineSettings)).data.mailReminders
  expect(await isOn()).toBe(true)
  await app.as(agent).call(setPipelineSettings, { body: { mailReminders: true } })
  const { stop_key } = await app.db
    .selectFrom('pipeline_settings')
    .select('stop_key')
    .where('user_id', '=', agent.id)
    .executeTakeFirstOrThrow()
  const url = `${stopRemindersPath}?key=${stop_key.replaceAll('-', '')}`
  const opened = await app.app.inject({ method: 'GET', url })
  expect([opened.statusCode, opened.body.includes('<form method="post"')]).toEqual([200, true])
  expect(await isOn()).toBe(true)
  const post = (to: string) =>
    app.app.inject({
      method: 'POST',
      url: to,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b--\r\n',
    })
  const unknown = await post(`${stopRemindersPath}?key=${'0'.repeat(32)}`)
  expect(await isOn()).toBe(true)
  const stopped = await post(url)
  expect([stopped.statusCode, stopped.body]).toEqual([200, unknown.body])
  expect(await isOn()).toBe(false)
})
