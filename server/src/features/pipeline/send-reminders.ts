import { stopRemindersPath } from '@raahi/contract/pipeline'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import { serveDueUsers } from '../../platform/jobs/serve-due-users.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { followUpMail, maxMailedFollowUps } from './reminder-mails.ts'
import {
  clearDueReminders,
  findAgentsToRemind,
  findDueFollowUps,
  lockRemindedAgent,
  markReminded,
  postponeReminders,
} from './reminders.queries.ts'

const maxAgentsAtOnce = 50

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
  /** Tests choose the time of day. */
  now?: Date
}

/**
 * Mails agents the follow-ups that became due at 8:00 in India, with the overdue ones: one mail per agent and day. The
 * transaction that queues the mail removes the reminders, so that no crash and no second process loses or repeats a
 * mail. If the product is down at 8:00, the mails are sent later that day, but not in the agent's quiet hours or at
 * night.
 * @throws the first error, after the mails of all other agents are queued
 */
export async function sendReminders(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { kysely: db } = deps.database
  const work = {
    find: () => findAgentsToRemind(db, maxAgentsAtOnce),
    serve: (userId: string) => remindAgent(deps, userId),
    retryLater: (userId: string) => postponeReminders(db, userId, 'in a minute'),
  }
  await serveDueUsers(work, signal)
}

export function followUpRemindersTask(deps: Deps): ScheduledTask {
  return {
    name: 'follow-up-reminders',
    cron: everyMinute,
    run: (signal) => sendReminders(deps, signal),
  }
}

/** @returns whether reminders of the agent were mailed, postponed or dropped */
async function remindAgent({ database, queueMail, publicUrl, now }: Deps, userId: string) {
  return withTransaction(database, async (tx) => {
    const agent = await lockRemindedAgent(tx, userId, now)
    if (!agent) return false
    // Today's mail is sent already. Tomorrow's mail lists this follow-up as overdue.
    if (agent.was_reminded_today) return (await postponeReminders(tx, userId, 'tomorrow')) > 0
    if (agent.send_at > agent.now) return (await postponeReminders(tx, userId, agent.send_at)) > 0
    // Tried again later, because the suspension may end or the email may be confirmed.
    if (!agent.is_active || agent.email_confirmed_at === null)
      return (await postponeReminders(tx, userId, 'in an hour')) > 0
    if ((await clearDueReminders(tx, userId)) === 0) return false
    if (!agent.wants_mails) return true
    const followUps = await findDueFollowUps(tx, userId, maxMailedFollowUps)
    if (followUps.due.length === 0) return true
    const key = await markReminded(tx, userId)
    await queueMail(
      tx,
      followUpMail(recipientOf(agent), {
        ...followUps,
        publicUrl,
        unsubscribeUrl: `${publicUrl}${stopRemindersPath}?key=${key.replaceAll('-', '')}`,
      }),
    )
    return true
  })
}
