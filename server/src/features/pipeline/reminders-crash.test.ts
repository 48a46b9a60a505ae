import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { giveMoney, type MadeUser, makeAgents, makePurchase } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { queueTask } from '../../testing/queue-jobs.ts'

const agentCount = 12

const crash = prepareCrashTest()

/** A follow-up of today whose reminder is due, outside the agent's quiet hours. */
async function makeDueFollowUp({ id: userId }: MadeUser): Promise<void> {
  const { kysely: db } = crash.database
  await giveMoney(crash.database, userId, 100_00)
  await sql`insert into alert_settings (user_id, quiet_from, quiet_to)
    select ${userId}, (minute + 720) % 1440, (minute + 721) % 1440 from (
      select extract(hour from local)::integer * 60 as minute from (select now() at time zone 'Asia/Kolkata' as local) clock
    ) present`.execute(db)
  const leadId = await makePurchase(crash.database, userId)
  await sql`insert into pipeline_cards (purchase_id, user_id, stage_since, follow_up_on, remind_at, version)
    select id, user_id, created_at, today_in_india(), now(), 1 from purchases where lead_id = ${leadId}`.execute(
    db,
  )
}

test('every agent gets one mail about follow-ups although the process is killed while it sends them', {
  timeout: 120_000,
}, async () => {
  const { kysely: db } = crash.database
  const { promise: never } = Promise.withResolvers<void>()
  // The first process is killed after the third mail has arrived and before the mail server responds.
  let isFirst = true
  const mails: MailServer = await startMailServer({
    onMail: () => (isFirst && mails.mails.length >= 3 ? never : Promise.resolve()),
  })
  await setLeadPrice(db, 'both', 50_00)
  const agents = await makeAgents(db, agentCount)
  await db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
  for (const agent of agents) await makeDueFollowUp(agent)
  const remindersOf = (of: MadeUser) =>
    mails.mails.filter(
      ({ to, subject }) =>
        subject === '1 follow-up due today' && to?.some(({ address }) => address === of.email),
    )

  const first = await crash.start({ SMTP_URL: mails.url })
  await queueTask(db, 'follow-up-reminders')
  await vi.waitFor(() => expect(mails.mails.length).toBeGreaterThanOrEqual(3), {
    timeout: 50_000,
    interval: 5,
  })
  await first.kill()
  isFirst = false
  await crash.expireRunningJobs()

  await crash.start({ SMTP_URL: mails.url })
  const unfinished = async () => {
    const { rows } = await sql<{ reminders: number; jobs: number }>`
      select (select count(*) from pipeline_cards where remind_at is not null) as reminders,
        (select count(*) from pgboss.job where state in ('created', 'retry', 'active')) as jobs`.execute(
      db,
    )
    return rows[0]
  }
  await vi.waitFor(
    async () => {
      if ((await unfinished())?.reminders) await queueTask(db, 'follow-up-reminders')
      await retryJobsNow(crash.database)
      expect(await unfinished()).toEqual({ reminders: 0, jobs: 0 })
    },
    { timeout: 50_000, interval: 100 },
  )
  // A mail that arrived without a response is sent again with the same message id.
  for (const agent of agents) {
    const identities = remindersOf(agent).map(({ messageId }) => messageId)
    expect(new Set(identities).size, agent.email).toBe(1)
  }
  await mails.stop()
})
