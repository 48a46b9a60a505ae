import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { automaticPurchaseMail } from '../automatic-buying/automatic-buying-mails.ts'
import { findBoughtForRules } from '../automatic-buying/automatic-purchases.queries.ts'
import { queueBuyerMails } from '../enquiries/enquiry-buyer.ts'
import { type ReceiptPurchase, receiptMail } from './receipt-mails.ts'

/** Purchases per transaction. Small, so that transactions are short. */
const maxAtOnce = 200
/** The cursor also moves past entries of other actions, but only after this number of entries. */
const maxEntriesAboveCursor = 1000
const maxLeadsPerMail = 25

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

interface DuePurchase extends ReceiptPurchase {
  audit_id: number
  purchase_id: string
  lead_id: string
  user_id: string
  email: string
  name: string
  email_confirmed_at: Date | null
}

interface Cursor {
  done_id: number
  /** The newest entry of the audit log. */
  last_id: number
  seen_id: number | null
  /** Every transaction that could add an entry up to `seen_id` has ended. */
  seen_is_settled: boolean
  /** Some purchases above the cursor have their receipts. */
  has_marks: boolean
}

/**
 * Queues a receipt for each purchase that has no receipt yet, and a mail to its traveller about the buyer. Purchases
 * are found by their audit entries, so that a purchase does no work for its receipt. Marks and mails are committed
 * together, and one process runs this at a time, so that no crash and no second process loses or repeats a receipt.
 * @returns the number of purchases whose receipt was queued
 */
export async function queueReceipts(deps: Deps): Promise<number> {
  let receipts = 0
  // Checked first, because most runs find no work and need no transaction.
  while (await hasWork(deps.database.kysely)) {
    const { found, isLast } = await withTransaction(deps.database, (tx) => queueSome(deps, tx))
    receipts += found
    if (isLast) break
  }
  return receipts
}

export function purchaseReceiptsTask(deps: Deps): BackgroundTask {
  return {
    name: 'purchase-receipts',
    everyMs: 2000, // Each run reads the end of one index.
    runsIn: 'every process',
    run: () => queueReceipts(deps),
  }
}

async function hasWork(db: Kysely<Schema>): Promise<boolean> {
  const cursor = await readCursor(db)
  if (cursor.has_marks || cursor.last_id - cursor.done_id > maxEntriesAboveCursor) return true
  return cursor.last_id > cursor.done_id && (await findDue(db, cursor.done_id)).length > 0
}

async function queueSome(deps: Deps, tx: Transaction): Promise<{ found: number; isLast: boolean }> {
  const lock = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('queue_receipts', 0)) as is_free`.execute(tx)
  if (!lock.rows[0]?.is_free) return { found: 0, isLast: true }
  // Read first, so that the next statement sees every purchase below a settled cursor.
  const cursor = await readCursor(tx)
  const due = await findDue(tx, cursor.done_id)
  if (due.length > 0) {
    await sql`insert into queued_receipts
      select unnest(${due.map(({ audit_id }) => audit_id)}::bigint[])`.execute(tx)
    await queueReceiptMails(deps, tx, due)
    await queueBuyerMails(
      deps,
      tx,
      due.map(({ lead_id }) => lead_id),
    )
  }
  const isLast = due.length < maxAtOnce
  if (isLast) await moveCursor(tx, cursor)
  return { found: due.length, isLast }
}

/** Each automatic purchase has a separate mail, which can pause its rule. */
async function queueReceiptMails(
  { queueMail, publicUrl }: Deps,
  tx: Transaction,
  due: readonly DuePurchase[],
): Promise<void> {
  const ids = due.map(({ purchase_id }) => purchase_id)
  const automatic = new Map(
    (await findBoughtForRules(tx, ids)).map((bought) => [bought.purchase_id, bought]),
  )
  for (const purchase of due) {
    const bought = automatic.get(purchase.purchase_id)
    if (!bought) continue
    const draft = automaticPurchaseMail(
      recipientOf(purchase),
      { ...purchase, ...bought },
      publicUrl,
    )
    await queueMail(tx, draft)
  }
  const manual = due.filter(({ purchase_id }) => !automatic.has(purchase_id))
  for (const purchases of byMail(manual)) {
    await queueMail(tx, receiptMail(recipientOf(purchases[0]), purchases, publicUrl))
  }
}

async function readCursor(db: Kysely<Schema>): Promise<Cursor> {
  const { rows } = await sql<Cursor>`
    select done_id, (select coalesce(max(id), 0) from audit_log) as last_id,
      -- An id that this cluster has not reached comes from another cluster, of which this database is a restored copy.
      case when seen_before <= pg_snapshot_xmax(pg_current_snapshot()) then seen_id end as seen_id,
      coalesce(seen_before <= pg_snapshot_xmin(pg_current_snapshot()), false) as seen_is_settled,
      exists (select from queued_receipts) as has_marks
    from receipt_cursor`.execute(db)
  const [cursor] = rows
  if (!cursor) throw new Error('the cursor of the receipts is missing')
  return cursor
}

/**
 * Purchases above the cursor that have no receipt, in the order of their entries. Demo and benchmark data have no
 * request and therefore get no receipt.
 */
async function findDue(db: Kysely<Schema>, doneId: number): Promise<DuePurchase[]> {
  const { rows } = await sql<DuePurchase>`
    select a.id as audit_id, p.lead_id, p.user_id, u.email, u.name, u.email_confirmed_at,
      l.number as lead_number, p.cost_paise, p.paid_with, s.plan_name, p.created_at as bought_at,
      p.id as purchase_id
    from audit_log a join purchases p on p.lead_id = a.subject_id join leads l on l.id = p.lead_id
      join users u on u.id = p.user_id left join subscriptions s on s.id = p.subscription_id
    where a.id > ${doneId} and a.action = 'lead.buy' and a.request_id is not null
      and not exists (select from queued_receipts q where q.audit_id = a.id)
    order by a.id limit ${maxAtOnce}`.execute(db)
  return rows
}

/** Groups the purchases by mail: each mail has the purchases of one agent. */
function byMail(due: readonly DuePurchase[]): [DuePurchase, ...DuePurchase[]][] {
  const mails: [DuePurchase, ...DuePurchase[]][] = []
  const open = new Map<string, [DuePurchase, ...DuePurchase[]]>()
  for (const purchase of due) {
    const mail = open.get(purchase.user_id)
    if (mail && mail.length < maxLeadsPerMail) mail.push(purchase)
    else {
      const next: [DuePurchase, ...DuePurchase[]] = [purchase]
      open.set(purchase.user_id, next)
      mails.push(next)
    }
  }
  return mails
}

/**
 * Moves the cursor to the last entry that was seen, once no open transaction can add an entry below it. A purchase gets
 * its transaction id before the number of its entry, and this transaction gets its id after it has read `last_id`. All
 * entries up to `last_id` therefore belong to transactions with a smaller id.
 */
async function moveCursor(tx: Transaction, cursor: Cursor): Promise<void> {
  const { done_id, last_id, seen_id, seen_is_settled } = cursor
  if (seen_id !== null && seen_is_settled) {
    await sql`delete from queued_receipts where audit_id <= ${seen_id}`.execute(tx)
    await sql`update receipt_cursor
      set done_id = ${seen_id}, seen_id = null, seen_before = null`.execute(tx)
  } else if (seen_id === null && last_id > done_id) {
    await sql`update receipt_cursor set seen_id = ${last_id}, seen_before = pg_current_xact_id()
      where ${last_id - done_id > maxEntriesAboveCursor}::boolean
        or exists (select from queued_receipts)`.execute(tx)
  }
}
