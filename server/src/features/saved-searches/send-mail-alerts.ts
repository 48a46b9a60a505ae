import { stopAlertsPath } from '@raahi/contract/saved-searches'
import type { Database } from '../../platform/database/connect.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { alertMail } from './alert-mails.ts'
import { type QueueAlert, sendDueAlerts } from './public/send-due-alerts.ts'

/**
 * Up to this number of searches, the link of a mail contains the secret of each search. With more searches, the link
 * stops all mails of the agent, because a header line has at most 998 characters.
 */
const maxSearchesOfLink = 20

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

/** Mails the due alerts: one mail per agent for all searches. */
export async function sendMailAlerts(
  { database, queueMail, publicUrl }: Deps,
  signal?: AbortSignal,
): Promise<void> {
  const queueAlert: QueueAlert = async (tx, { agent, leads, searches, agentKey }) => {
    const keys =
      searches.length > maxSearchesOfLink ? [agentKey] : searches.map(({ stop_key }) => stop_key)
    await queueMail(
      tx,
      alertMail(recipientOf(agent), {
        leads,
        searches: searches.map(({ name }) => name),
        publicUrl,
        unsubscribeUrl: `${publicUrl}${stopAlertsPath}?keys=${keys.map((key) => key.replaceAll('-', '')).join('.')}`,
      }),
    )
  }
  await sendDueAlerts(database, 'mail', queueAlert, signal)
}

export function mailAlertsTask(deps: Deps): ScheduledTask {
  return {
    name: 'mail-alerts',
    cron: everyMinute,
    run: (signal) => sendMailAlerts(deps, signal),
  }
}
