import type { Database } from '../../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../../platform/database/transaction.ts'
import { serveDueUsers } from '../../../platform/jobs/serve-due-users.ts'
import {
  type AlertChannel,
  type AlertedAgent,
  type AlertedLead,
  claimDueAlerts,
  findDueAgents,
  findLeadsForSale,
  findSearchesById,
  lockAlertedAgent,
  markAlerted,
  postponeAlerts,
  retryAlertsLater,
} from './lead-alerts.queries.ts'

const maxAgentsAtOnce = 50

/** An alert to one agent. */
export interface DueAlert {
  userId: string
  agent: AlertedAgent
  /** Leads for sale, newest first. */
  leads: readonly [AlertedLead, ...AlertedLead[]]
  /** The searches that the leads match, by name. */
  searches: readonly { id: string; name: string; stop_key: string }[]
  /** The secret that stops all mails of the agent. */
  agentKey: string
}

/** Queues the message or job of an alert, in the transaction that deletes the alert's rows. */
export type QueueAlert = (tx: Transaction, alert: DueAlert) => Promise<void>

/**
 * Sends the due alerts of a channel, one message per agent for all searches. The transaction that queues the message
 * deletes the alerts, so that no crash and no second process loses or repeats an alert.
 * @throws the first error, after the alerts of all other agents are queued
 */
export async function sendDueAlerts(
  database: Database,
  channel: AlertChannel,
  queueAlert: QueueAlert,
  signal?: AbortSignal,
): Promise<void> {
  const work = {
    find: () => findDueAgents(database.kysely, channel, maxAgentsAtOnce),
    serve: (userId: string) =>
      withTransaction(database, (tx) => alertAgent(tx, { channel, userId, queueAlert })),
    retryLater: (userId: string) => retryAlertsLater(database.kysely, channel, userId),
  }
  await serveDueUsers(work, signal)
}

/** @returns whether alerts of the agent were sent, postponed or dropped */
async function alertAgent(
  tx: Transaction,
  {
    channel,
    userId,
    queueAlert,
  }: { channel: AlertChannel; userId: string; queueAlert: QueueAlert },
): Promise<boolean> {
  const agent = await lockAlertedAgent(tx, channel, userId)
  if (!agent) return false
  if (agent.send_at > agent.now) {
    await postponeAlerts(tx, channel, userId)
    return true
  }
  const taken = await claimDueAlerts(tx, channel, userId)
  if (taken.length === 0) return false
  const alerts = taken.filter(({ is_wanted }) => is_wanted)
  // The alerts of a suspended agent, and mails to an email that is not confirmed, are dropped.
  if (!agent.is_active || (channel === 'mail' && agent.email_confirmed_at === null)) return true
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
  const agentKey = await markAlerted(tx, channel, userId)
  await queueAlert(tx, { userId, agent, leads: [newest, ...more], searches, agentKey })
  return true
}
