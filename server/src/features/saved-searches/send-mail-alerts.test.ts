import { randomUUID } from 'node:crypto'
import {
  createSavedSearch,
  listSavedSearches,
  savedSearchForm,
  setAlertSettings,
  stopAlertsPath,
  updateSavedSearch,
} from '@raahi/contract/saved-searches'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addressMail } from '../../platform/mail/address-mail.ts'
import type { MailDraft } from '../../platform/mail/mail.ts'
import {
  type MadeUser,
  makeAgent,
  makeAgents,
  makeLead,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { matchNewLeads } from '../../testing/match-new-leads.ts'
import { putLeadOnSale, queueTask } from '../../testing/queue-jobs.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { ruleOfSearch } from '../automatic-buying/public/rules.queries.ts'
import { changeAlertSettings, stopMailAlerts } from './public/alert-settings.ts'
import { findDueAgents, maxDueRows, replanAlerts } from './public/lead-alerts.queries.ts'
import { updateSavedSearch as saveSearch } from './public/save-search.ts'
import { sendMailAlerts } from './send-mail-alerts.ts'

const confirmed = { email_confirmed_at: new Date() }
const within = { timeout: 20_000, interval: 50 }
const contact = { name: 'Canary Traveller', phone: '+919812345670', email: 'canary@example.com' }

describe('an alert by mail', () => {
  let app: TestApp
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
    app = await createTestApp({ overrides: { smtpUrl: server.url }, runsTasks: true })
  })
  afterAll(async () => {
    await app.close()
    await server.stop()
  })

  const mailsOf = ({ email }: MadeUser) =>
    server.mails.filter(({ to }) => to?.some(({ address }) => address === email))

  /** Saves a search and puts a matching lead on sale. */
  async function makeAlert(destination: string) {
    const agent = await makeAgent(app.db, confirmed)
    const body = { name: 'My search', destination, mailAlerts: 'at-once' }
    expect((await app.as(agent).call(createSavedSearch, { body })).status).toBe(201)
    const leadId = await putLeadOnSale(app.db, { ...contact, destination })
    const mail = await vi.waitFor(() => {
      const [first] = mailsOf(agent)
      if (!first) throw new Error('no mail yet')
      return first
    }, within)
    const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    return { agent, leadId, mail, stopUrl: new URL(/^<(.*)>$/.exec(header)?.[1] ?? '') }
  }

  const modeOf = async (agent: MadeUser) =>
    (await app.as(agent).call(listSavedSearches)).data[0]?.mailAlerts

  it('reaches a mail server, opens the lead and contains no contact', async () => {
    const { mail, leadId } = await makeAlert('Hampi')
    expect(mail.subject).toBe('A new lead matches your saved search')
    expect(mail.text).toContain('Hampi, from Pune')
    expect(mail.html).toContain(`/dashboard/my-leads?lead=${leadId}`)
    for (const secret of Object.values(contact)) {
      expect(mail.text).not.toContain(secret)
      expect(mail.html).not.toContain(secret)
    }
  })

  it('with a digest waits for the end of the quiet hours and is one mail about all leads', async () => {
    const agent = await makeAgent(app.db, confirmed)
    const body = { name: 'Badami', destination: 'Badami', mailAlerts: 'daily' }
    await app.as(agent).call(createSavedSearch, { body })
    const setQuietHours = async (hours: [from: number, to: number]) => {
      const { rows } = await sql<{ time: string }>`
        select to_char(now() at time zone 'Asia/Kolkata' + n * interval '1 hour', 'HH24:MI') as time
        from unnest(${hours}::int[]) n`.execute(app.db)
      const [from, to] = rows.map(({ time }) => time)
      await app.as(agent).call(setAlertSettings, { body: { quietHours: { from, to } } })
    }
    const makeDue = async () => {
      await app.db
        .updateTable('lead_alerts')
        .set({ due_at: sql<Date>`now()` })
        .where('user_id', '=', agent.id)
        .execute()
      await queueTask(app.db, 'mail-alerts')
    }
    const waiting = async () => {
      const { rows } = await sql<{ n: number; due: number }>`
        select count(*)::integer as n, count(*) filter (where due_at <= now())::integer as due
        from lead_alerts where user_id = ${agent.id}`.execute(app.db)
      return rows[0]
    }
    await setQuietHours([-2, 2])
    for (let n = 0; n < 2; n += 1)
      await putLeadOnSale(app.db, { ...contact, destination: 'Badami' })
    await vi.waitFor(async () => expect(await waiting()).toEqual({ n: 2, due: 0 }), within)
    await makeDue()
    await vi.waitFor(async () => expect(await waiting()).toEqual({ n: 2, due: 0 }), within)
    expect(mailsOf(agent)).toEqual([])
    await setQuietHours([2, 4])
    await makeDue()
    await vi.waitFor(() => expect(mailsOf(agent)).toHaveLength(1), within)
    expect(mailsOf(agent)[0]?.subject).toBe('2 new leads match your saved searches')
    expect(await waiting()).toEqual({ n: 0, due: 0 })
  })

  it('is stopped by one request of a mail program, and not by opening the link', async () => {
    const { agent, mail, stopUrl } = await makeAlert('Gokarna')
    const post = mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value
    expect(post).toBe('List-Unsubscribe=One-Click')
    expect(mail.html).toContain(stopUrl.search.replaceAll('&', '&amp;'))
    expect(stopUrl.search).not.toContain(agent.id)
    const url = `${stopUrl.pathname}${stopUrl.search}`
    const opened = await app.app.inject({ method: 'GET', url })
    expect(opened.statusCode).toBe(200)
    expect(opened.body).toContain('<form method="post"')
    expect(await modeOf(agent)).toBe('at-once')
    const send = (to: string) =>
      app.app.inject({
        method: 'POST',
        url: to,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    const unknown = await send(`${stopUrl.pathname}?keys=${'0'.repeat(32)}.x'--`)
    expect(unknown.statusCode).toBe(200)
    expect(await modeOf(agent)).toBe('at-once')
    const stopped = await send(url)
    expect(stopped.statusCode).toBe(200)
    expect(stopped.body, 'the answer does not reveal whether the secret exists').toBe(unknown.body)
    expect(await modeOf(agent)).toBe('off')
  })

  it.each([
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['text/plain', 'List-Unsubscribe=One-Click'],
    [undefined, undefined],
  ])('is stopped by a request with a body of type %s', async (type, payload) => {
    const agent = await makeAgent(app.db, confirmed)
    const stop_key = randomUUID()
    await makeSavedSearch(app.db, agent.id, { mail_alerts: 'at-once', stop_key })
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: `${stopAlertsPath}?keys=${stop_key.replaceAll('-', '')}`,
      ...(type && { headers: { 'content-type': type }, payload }),
    })
    expect(statusCode).toBe(200)
    expect(await modeOf(agent)).toBe('off')
  })

  it('needs a confirmed email', async () => {
    const agent = await makeAgent(app.db, { email_confirmed_at: null })
    const id = await makeSavedSearch(app.db, agent.id, { name: 'A' })
    const body = { name: 'A', mailAlerts: 'daily' }
    const { code } = await app.as(agent).call(updateSavedSearch, { params: { id }, body })
    expect(code).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('has quiet hours from one time of day to another', async () => {
    const agent = await makeAgent(app.db)
    const set = (quietHours: unknown) =>
      app.as(agent).call(setAlertSettings, { body: { quietHours } })
    const night = { from: '22:00', to: '07:30' }
    expect((await set(night)).data).toEqual({ quietHours: night })
    expect((await set(null)).data).toEqual({ quietHours: null })
    for (const bad of [
      { from: '22:00', to: '22:00' },
      { from: '24:00', to: '07:00' },
      {},
      undefined,
    ])
      expect((await set(bad)).status).toBe(400)
  })
})

describe('alerts that are due', () => {
  let test: TestDatabase
  let db: TestDatabase['database']['kysely']
  beforeAll(async () => {
    test = await createTestDatabase()
    db = test.database.kysely
    await sql`create table test_mails (mail jsonb)`.execute(db)
  })
  afterEach(async () => {
    await sql`truncate test_mails`.execute(db)
    await sql`delete from saved_searches`.execute(db)
    await sql`truncate lead_alerts`.execute(db)
  })
  afterAll(() => test.drop())

  /**
   * Stores mails in the transaction, as the job queue does.
   * @param failing agents whose mail fails after it was stored
   */
  const send = (failing: readonly MadeUser[] = []) =>
    sendMailAlerts({
      database: test.database,
      publicUrl: 'https://raahi.example',
      queueMail: async (tx, mail) => {
        await sql`insert into test_mails values (${JSON.stringify(mail)}::jsonb)`.execute(tx)
        if (failing.some(({ email }) => email === mail.to.email)) throw new Error('no mail')
      },
    })
  async function mailsTo({ email }: MadeUser) {
    const { rows } = await sql<{ mail: MailDraft }>`
      select mail from test_mails where mail -> 'to' ->> 'email' = ${email}`.execute(db)
    return rows.map(({ mail }) =>
      addressMail({ ...mail, to: { ...mail.to, emailConfirmedAt: new Date() } }),
    )
  }
  const labels = (mail: { facts?: readonly (readonly [string, string, string?])[] } | undefined) =>
    mail?.facts?.map(([label]) => label).sort()
  const labelOf = async (id: string) => {
    const { number } = await db
      .selectFrom('leads')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return `LD-${String(number).padStart(6, '0')}`
  }
  /** Removes the waiting alerts, as if their match had not been committed yet. */
  const removeAlerts = async () => {
    const rows = await db.deleteFrom('lead_alerts').returningAll().execute()
    // A Date has no microseconds: without the added one, the lead could be older than its search.
    return rows.map((row) => ({
      ...row,
      put_on_sale_at: new Date(row.put_on_sale_at.getTime() + 1),
    }))
  }
  const makeDue = () => sql`update lead_alerts set due_at = now()`.execute(db)

  it('are sent once, in one mail for all searches, even if a process ends before the commit', async () => {
    const agent = await makeAgent(db, confirmed)
    await makeSavedSearch(db, agent.id, { mail_alerts: 'at-once' })
    await makeSavedSearch(db, agent.id, { mail_alerts: 'daily' })
    await makeSavedSearch(db, agent.id)
    const leads = [await makeLead(db), await makeLead(db)]
    await matchNewLeads(test.database)
    await makeDue()
    await expect(send([agent])).rejects.toThrow('no mail')
    await makeDue()
    await Promise.all([send(), send(), send()])
    await send()
    const mails = await mailsTo(agent)
    expect(mails).toHaveLength(1)
    expect(labels(mails[0])).toEqual((await Promise.all(leads.map(labelOf))).sort())
    expect(mails[0]?.unsubscribeUrl).toMatch(/keys=[0-9a-f]{32}\.[0-9a-f]{32}$/)
  })

  it('of an agent whose mail fails are tried again later, and do not stop those of other agents', async () => {
    const agents = await makeAgents(db, 3)
    await sql`update users set email_confirmed_at = now()`.execute(db)
    for (const { id } of agents) await makeSavedSearch(db, id, { mail_alerts: 'at-once' })
    await makeLead(db)
    await matchNewLeads(test.database)
    const [failing] = agents
    // The agent has more alerts, due for longer, than one query of due alerts reads.
    await sql`insert into lead_alerts (channel, user_id, search_id, lead_id, put_on_sale_at, due_at)
      select 'mail', w.user_id, w.search_id, gen_random_uuid(), w.put_on_sale_at, now() - interval '1 hour'
      from lead_alerts w cross join generate_series(1, ${maxDueRows}::integer) where w.user_id = ${failing?.id}`.execute(
      db,
    )
    await expect(send(agents.slice(0, 1))).rejects.toThrow('no mail')
    const counts = () => Promise.all(agents.map(async (agent) => (await mailsTo(agent)).length))
    expect(await counts()).toEqual([0, 1, 1])
    await send()
    expect(await counts(), 'a minute has not passed').toEqual([0, 1, 1])
    await makeDue()
    await send()
    expect(await counts()).toEqual([1, 1, 1])
  })

  it('are mailed at most once a minute, even if they were stored before the last mail', async () => {
    const agent = await makeAgent(db, confirmed)
    await makeSavedSearch(db, agent.id, { mail_alerts: 'at-once' })
    await makeLead(db)
    await matchNewLeads(test.database)
    const [first] = await removeAlerts()
    await makeLead(db)
    await matchNewLeads(test.database)
    await send()
    if (first) await db.insertInto('lead_alerts').values(first).execute()
    await send()
    expect(await mailsTo(agent), 'the next mail follows a minute later').toHaveLength(1)
    await sql`update alert_settings set mailed_at = now() - interval '1 minute'`.execute(db)
    await makeDue()
    await send()
    expect(await mailsTo(agent)).toHaveLength(2)
  })

  it('of more searches than fit into a link are in one mail, whose link stops all of them', async () => {
    const agent = await makeAgent(db, confirmed)
    const searches = { mail_alerts: 'at-once', destination: 'Hampi' } as const
    for (let n = 0; n < 30; n += 1) await makeSavedSearch(db, agent.id, searches)
    const other = await makeSavedSearch(db, (await makeAgent(db, confirmed)).id, searches)
    await makeLead(db, { destination: 'Hampi' })
    await matchNewLeads(test.database)
    await send()
    await send()
    const mails = await mailsTo(agent)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.unsubscribeUrl?.length, 'a line of a header').toBeLessThan(900)
    const keys = new URL(mails[0]?.unsubscribeUrl ?? '').searchParams.get('keys') ?? ''
    await stopMailAlerts(test.database, keys.split('.'))
    const rest = db.selectFrom('saved_searches').select('id').where('mail_alerts', '<>', 'off')
    expect(await rest.execute()).toEqual([{ id: other }])
  })

  it('are dropped when the filters of their search change, and kept when its name does', async () => {
    const agent = await makeAgent(db, confirmed)
    const id = await makeSavedSearch(db, agent.id, { name: 'Any', mail_alerts: 'daily' })
    await makeLead(db, { destination: 'Hampi' })
    await matchNewLeads(test.database)
    const rows = await removeAlerts()
    await db.insertInto('lead_alerts').values(rows).execute()
    const save = (fields: object) =>
      saveSearch(
        { database: test.database, ruleOfSearch },
        { id, userId: agent.id, isOwner: true },
        savedSearchForm.parse({ name: 'Any', mailAlerts: 'daily', ...fields }),
      )
    expect(await save({ name: 'All of India' })).toMatchObject({ newMatches: 1 })
    expect(await db.selectFrom('lead_alerts').selectAll().execute()).toEqual(rows)
    expect(await save({ name: 'Goa', destination: 'Goa' })).toMatchObject({ newMatches: 0 })
    expect(await db.selectFrom('lead_alerts').selectAll().execute()).toEqual([])
    // A match that was found with the old filters is committed later.
    await db.insertInto('lead_alerts').values(rows).execute()
    await makeDue()
    await send()
    expect(await mailsTo(agent)).toEqual([])
  })

  it('stay due when a search or the quiet hours are changed', async () => {
    const agent = await makeAgent(db, confirmed)
    await makeSavedSearch(db, agent.id, {
      mail_alerts: 'daily',
      matches_from: new Date(0),
    })
    await makeLead(db)
    await matchNewLeads(test.database)
    // Yesterday's alerts of a daily search, which were due at 9:00 or wait for the end of the quiet hours.
    await sql`update lead_alerts set put_on_sale_at = now() - interval '25 hours', due_at = now() + interval '1 minute'`.execute(
      db,
    )
    await changeAlertSettings(test.database, agent.id, null)
    await send()
    expect(await mailsTo(agent)).toHaveLength(1)
  })

  it('are found by reading a limited number of alerts', async () => {
    const search = uuidv7()
    await sql`insert into lead_alerts (channel, user_id, search_id, lead_id, put_on_sale_at, due_at)
      select 'mail', gen_random_uuid(), ${search}, gen_random_uuid(), now(), now() from generate_series(1, 5000)`.execute(
      db,
    )
    await sql`vacuum analyze lead_alerts`.execute(db)
    const read = await db.transaction().execute((tx) =>
      countRowsRead(tx, 'lead_alerts', async () => {
        expect(await findDueAgents(tx, 'mail', 50)).toHaveLength(50)
      }),
    )
    expect(read).toBeGreaterThanOrEqual(50)
    expect(read).toBeLessThan(2 * maxDueRows)
  })

  it('leave out sold leads, suspended agents and stopped searches', async () => {
    const agents: MadeUser[] = []
    for (let n = 0; n < 3; n += 1) agents.push(await makeAgent(db, confirmed))
    const [reader, suspended, stopped] = agents as [MadeUser, MadeUser, MadeUser]
    for (const { id } of agents) await makeSavedSearch(db, id, { mail_alerts: 'at-once' })
    const sold = await makeLead(db)
    const left = await makeLead(db)
    await matchNewLeads(test.database)
    await sql`update leads set status = 'sold', sold_cause = 'outside', sold_at = now() where id = ${sold}`.execute(
      db,
    )
    await sql`update users set status = 'suspended' where id = ${suspended.id}`.execute(db)
    await sql`update saved_searches set paused_at = now() where user_id = ${stopped.id}`.execute(db)
    await changeAlertSettings(test.database, stopped.id, null)
    await send()
    expect(labels((await mailsTo(reader))[0])).toEqual([await labelOf(left)])
    expect(await mailsTo(suspended)).toEqual([])
    expect(await mailsTo(stopped)).toEqual([])
    expect(await db.selectFrom('lead_alerts').selectAll().execute()).toEqual([])
  })

  it('wait in the quiet hours, and are sent after them or when they are removed', async () => {
    const agent = await makeAgent(db, confirmed)
    await makeSavedSearch(db, agent.id, { mail_alerts: 'at-once' })
    await makeLead(db)
    await matchNewLeads(test.database)
    const { rows } = await sql<{ time: string }>`
      select to_char(now() at time zone 'Asia/Kolkata' + n * interval '2 hours', 'HH24:MI') as time
      from unnest(array[-1, 1]) n`.execute(db)
    const [from = '', to = ''] = rows.map(({ time }) => time)
    await changeAlertSettings(test.database, agent.id, { from, to })
    await send()
    expect(await mailsTo(agent)).toEqual([])
    await makeDue() // Simulates that the product was stopped before the quiet hours began.
    await send()
    expect(await mailsTo(agent)).toEqual([])
    const { due_at } = await db.selectFrom('lead_alerts').select('due_at').executeTakeFirstOrThrow()
    expect(due_at.getTime() - Date.now()).toBeGreaterThan(110 * 60_000)
    await makeDue()
    const change = await db.startTransaction().execute()
    await sql`update alert_settings set quiet_from = null, quiet_to = null where user_id = ${agent.id}`.execute(
      change,
    )
    await replanAlerts(change, { userId: agent.id })
    const sending = send()
    await untilWaiting(test.database, 1, 'alert_settings')
    await change.commit().execute()
    await sending
    await send()
    expect(await mailsTo(agent)).toHaveLength(1)
  })

  it.each([
    // Times are UTC; India is 5:30 ahead. Quiet hours are in minutes after midnight.
    ['at-once', '2026-03-01T10:00:00Z', null, null, '2026-03-01T10:00:00Z'],
    ['hourly', '2026-03-01T10:10:00Z', null, null, '2026-03-01T10:30:00Z'],
    ['hourly', '2026-03-01T10:30:00Z', null, null, '2026-03-01T11:30:00Z'],
    ['daily', '2026-03-01T03:29:00Z', null, null, '2026-03-01T03:30:00Z'],
    ['daily', '2026-03-01T03:30:00Z', null, null, '2026-03-02T03:30:00Z'],
    ['at-once', '2026-03-01T17:00:00Z', 1320, 420, '2026-03-02T01:30:00Z'],
    ['at-once', '2026-03-01T20:00:00Z', 1320, 420, '2026-03-02T01:30:00Z'],
    ['at-once', '2026-03-02T01:30:00Z', 1320, 420, '2026-03-02T01:30:00Z'],
    ['at-once', '2026-03-01T08:00:00Z', 780, 840, '2026-03-01T08:30:00Z'],
    ['daily', '2026-03-01T10:00:00Z', 480, 600, '2026-03-02T04:30:00Z'],
    ['hourly', '2026-03-01T16:10:00Z', 1320, 420, '2026-03-02T01:30:00Z'],
  ])('%s at %s with quiet hours %s to %s is due at %s', async (mode, at, from, to, expected) => {
    const { rows } = await sql<{ due: Date }>`
      select alert_due_at(${mode}, ${at}::timestamptz, ${from}::smallint, ${to}::smallint) as due`.execute(
      db,
    )
    expect(rows[0]?.due).toEqual(new Date(expected))
  })
})
