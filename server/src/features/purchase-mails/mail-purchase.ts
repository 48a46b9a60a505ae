import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { automaticPurchaseMail } from '../automatic-buying/public/automatic-buying-mails.ts'
import { findBoughtForRule } from '../automatic-buying/public/automatic-purchases.queries.ts'
import { queueBuyerMail } from '../enquiries/public/enquiry-buyer.ts'
import type { QueuePurchaseMails } from '../purchases/public/buy-lead.ts'
import {
  type ConfirmedPurchase,
  purchaseConfirmationMail,
} from '../purchases/public/purchase-mails.ts'

interface Deps {
  database: Database
  jobs: JobQueue
  queueMail: QueueMail
  publicUrl: string
}

interface PurchaseRow extends ConfirmedPurchase {
  purchase_id: string
  lead_id: string
  user_id: string
  email: string
  name: string
  email_confirmed_at: Date | null
}

/**
 * Handles the job of a purchase, which queues a confirmation for the agent and a mail to the traveller about the buyer.
 * The mails are not written in the transaction of the purchase, because it must not wait for the lock of the enquiry. The
 * mails have ids of the purchase, so that a job that runs twice queues them once.
 */
export function createPurchaseMails(deps: Deps): QueuePurchaseMails {
  const { jobs, database } = deps
  jobs.handle<{ purchaseId: string }>('purchase-mails', ({ id, data }) =>
    withTransaction(database, async (tx) => {
      const purchase = await findPurchase(tx, data.purchaseId)
      await queueConfirmation(deps, tx, purchase, id)
      await queueBuyerMail(deps, tx, { leadId: purchase.lead_id, mailId: data.purchaseId })
    }),
  )
  return (tx, purchaseId) =>
    jobs.send(tx, {
      queue: 'purchase-mails',
      data: { purchaseId },
      retries: { limit: 12, firstPauseSeconds: 5 },
    })
}

/** An automatic purchase has another mail, which can pause its rule. */
async function queueConfirmation(
  { queueMail, publicUrl }: Deps,
  tx: Transaction,
  purchase: PurchaseRow,
  mailId: string,
): Promise<void> {
  const to = recipientOf(purchase)
  const bought = await findBoughtForRule(tx, purchase.purchase_id)
  const draft = bought
    ? automaticPurchaseMail(to, { ...purchase, ...bought }, publicUrl)
    : purchaseConfirmationMail(to, purchase, publicUrl)
  await queueMail(tx, draft, mailId)
}

async function findPurchase(tx: Transaction, id: string): Promise<PurchaseRow> {
  const { rows } = await sql<PurchaseRow>`
    select p.id as purchase_id, p.lead_id, p.user_id, u.email, u.name, u.email_confirmed_at, l.number as lead_number,
      p.cost_paise, p.paid_with, s.plan_name, p.created_at as bought_at
    from purchases p join leads l on l.id = p.lead_id join agency_owners u on u.id = p.user_id
      left join subscriptions s on s.id = p.subscription_id
    where p.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the purchase of a job was not found')
  return row
}
