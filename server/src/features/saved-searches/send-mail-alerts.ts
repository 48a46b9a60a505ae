import { stopAlertsPath } from '@raahi/contract/saved-searches'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { alertMail } from './alert-mails.ts'
import {
  findDueAgents,
  findLeadsForSale,
  findSearchesById,
  lockAlertedAgent,
  markMailed,
  postponeAlerts,
  takeDueAlerts,
} from './lead-alerts.queries.ts'

/**
 * A line of a header has at most 998 characters. Up to this number of searches, the link of a mail has a secret of each; of a mail
 * with more, it stops all mails of the agent.
 */
const maxSearchesOfLink = 20
const maxAgentsAtOnce = 50

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

/**
 * Mails the alerts that are due: one mail for all searches of an agent. The alerts are deleted in the transaction that
 * queues the mail, so that no crash and no second process loses or repeats one.
 */
export async function sendMailAlerts(deps: Deps): Promise<void> {
  for (;;) {
    const agents = await findDueAgents(deps.database.kysely, maxAgentsAtOnce)
    let sent = 0
    for (const userId of agents) sent += (await mailAgent(deps, userId)) ? 1 : 0
    // Without a change, other processes are sending the rest.
    if (sent === 0) return
  }
}

export function mailAlertsTask(deps: Deps): BackgroundTask {
  return {
    name: 'mail-alerts',
    everyMs: 1000, // Without a due alert, a run reads one entry of an index.
    runsIn: 'every process',
    run: () => sendMailAlerts(deps),
  }
}

/** @returns whether alerts of the agent were mailed, postponed or dropped */
async function mailAgent({ database, queueMail, publicUrl }: Deps, userId: string) {
  return withTransaction(database, async (tx) => {
    const agent = await lockAlertedAgent(tx, userId)
    if (!agent) return false
    if (agent.send_at > agent.now) {
      await postponeAlerts(tx, userId, agent.send_at)
      return true
    }
    const taken = await takeDueAlerts(tx, userId)
    if (taken.length === 0) return false
    const alerts = taken.filter(({ is_wanted }) => is_wanted)
    // A suspended agent gets no alerts, also not later. A new email is not confirmed yet.
    if (!agent.is_active || agent.email_confirmed_at === null) return true
    const leads = await findLeadsForSale(
      tx,
      alerts.map(({ lead_id }) => lead_id),
    )
    const [newest, ...more] = leads
    if (!newest) return true
    const isListed = new Set(leads.map(({ id }) => id))
    const searches = await findSearchesById(
      tx,
      alerts.filter(({ lead_id }) => isListed.has(lead_id)).map(({ search_id }) => search_id),
    )
    const agentKey = await markMailed(tx, userId)
    const keys =
      searches.length > maxSearchesOfLink ? [agentKey] : searches.map(({ stop_key }) => stop_key)
    await queueMail(
      tx,
      alertMail(recipientOf(agent), {
        leads: [newest, ...more],
        searches: searches.map(({ name }) => name),
        publicUrl,
        unsubscribeUrl: `${publicUrl}${stopAlertsPath}?keys=${keys.map((key) => key.replaceAll('-', '')).join('.')}`,
      }),
    )
    return true
  })
}
