import { type InvoiceReplacement, returnDueDay } from '@raahi/contract/invoices'
import { type Kysely, type Selectable, sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { splitGst } from './gst-split.ts'
import { insertCopy } from './insert-copy.ts'
import { replacedInvoiceMail } from './invoice-mails.ts'

interface ReplaceableRow {
  invoice: Selectable<Schema['invoices']>
  last_day: string
  bar: InvoiceReplacement['barredBy']
  gstin: string | null
  billing_state: string | null
}

/** An invoice, whether it can be replaced, and the present profile of its buyer. */
async function findReplaceable(db: Kysely<Schema>, id: string): Promise<ReplaceableRow> {
  const row = await db
    .selectFrom('invoices as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .selectAll('i')
    .select(['u.gstin as profile_gstin', 'u.billing_state as profile_state'])
    .select([
      sql<string>`to_char(${lastDaySql}, 'YYYY-MM-DD')`.as('last_day'),
      sql<InvoiceReplacement['barredBy']>`case
        when exists (select from invoices n where n.replaces_id = i.id) then 'replaced'
        -- Also one that the gateway has not completed: its credit note will be of this invoice.
        when exists (select from refunds r where r.payment_id = i.payment_id) then 'credited'
        when today_in_india() > ${lastDaySql} then 'period-ended' end`.as('bar'),
    ])
    .where('i.id', '=', id)
    .where('i.kind', '=', 'invoice')
    .executeTakeFirst()
  if (!row) throw new ApiFailure('INVOICE_NOT_FOUND')
  const { last_day, bar, profile_gstin, profile_state, ...invoice } = row
  return { invoice, last_day, bar, gstin: profile_gstin, billing_state: profile_state }
}

const lastDaySql = sql`(date_trunc('month', day_in_india(i.issued_at)::timestamp)
  + interval '1 month' + make_interval(days => ${sql.lit(returnDueDay - 1)}))::date`

/**
 * Whether an invoice can be replaced: until the GST return of its month is due, once, and not after a refund.
 * @throws ApiFailure INVOICE_NOT_FOUND, also for a credit note
 */
export async function getInvoiceReplacement(
  { kysely }: Database,
  id: string,
): Promise<InvoiceReplacement> {
  const { last_day, bar, gstin, billing_state } = await findReplaceable(kysely, id)
  return {
    lastDay: last_day,
    barredBy: bar,
    profile: { gstin, stateCode: gstin?.slice(0, 2) ?? billing_state },
  }
}

const bars = {
  replaced: 'INVOICE_REPLACED',
  credited: 'INVOICE_CREDITED',
  'period-ended': 'INVOICE_PERIOD_ENDED',
} as const

export interface Replacement {
  invoiceId: string
  /** '' without one. */
  gstin: string
  stateCode: string
  idempotency: IdempotentRequest | null
}

/**
 * Replaces an invoice with a wrong state or GSTIN: a credit note of the whole invoice and a new invoice of the same total, with the tax
 * of the right state. No money moves, because the ledger holds prices with their tax. The agent gets a mail with both.
 * @throws ApiFailure INVOICE_NOT_FOUND, INVOICE_REPLACED, INVOICE_CREDITED, INVOICE_PERIOD_ENDED, INVOICE_UNCHANGED
 */
export async function replaceInvoice(
  {
    database,
    queueMail,
    publicUrl,
  }: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  { invoiceId, stateCode, gstin: givenGstin, idempotency }: Replacement,
) {
  const gstin = givenGstin || null
  return withIdempotency(database, idempotency, async (tx) => {
    await lockOrderOf(tx, invoiceId)
    const { invoice, bar } = await findReplaceable(tx, invoiceId)
    if (bar) throw new ApiFailure(bars[bar])
    if (invoice.buyer_state === stateCode && invoice.buyer_gstin === gstin) {
      throw new ApiFailure('INVOICE_UNCHANGED')
    }
    await recordAction(tx, actor, {
      action: 'invoice.replace',
      subjectType: 'invoice',
      subjectId: invoice.id,
      before: { gstin: invoice.buyer_gstin, state: invoice.buyer_state },
      after: { gstin, state: stateCode },
    })
    const isWithinState = stateCode === invoice.seller_gstin.slice(0, 2)
    // Last, because they lock the number series.
    const creditNoteId = await insertCopy(tx, invoice, {
      kind: 'credit_note',
      invoice_id: invoice.id,
      split: {
        taxablePaise: invoice.taxable_paise,
        cgstPaise: invoice.cgst_paise,
        sgstPaise: invoice.sgst_paise,
        igstPaise: invoice.igst_paise,
      },
    })
    const newId = await insertCopy(tx, invoice, {
      kind: 'invoice',
      replaces_id: invoice.id,
      buyer_gstin: gstin,
      buyer_state: stateCode,
      place_of_supply: stateCode,
      split: splitGst(invoice.total_paise, isWithinState),
    })
    const mail = await mailOf(tx, { invoice, creditNoteId, newId, publicUrl })
    await queueMail(tx, mail)
    return { invoiceId: newId, creditNoteId }
  })
}

/** Refunds of the payment wait for this lock, so none begins meanwhile. */
async function lockOrderOf(tx: Transaction, invoiceId: string): Promise<void> {
  await sql`select from orders where id = (select p.order_id from payments p join invoices i on i.payment_id = p.id
    where i.id = ${invoiceId}) for update`.execute(tx)
}

async function mailOf(
  tx: Transaction,
  {
    invoice,
    creditNoteId,
    newId,
    publicUrl,
  }: { invoice: ReplaceableRow['invoice']; creditNoteId: string; newId: string; publicUrl: string },
) {
  const numbers = await tx
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('id', 'in', [creditNoteId, newId])
    .execute()
  const documentOf = (id: string) => ({
    number: numbers.find((one) => one.id === id)?.number ?? '',
    url: `${publicUrl}/dashboard/invoices/${id}`,
  })
  return replacedInvoiceMail(await findOwnerOf(tx, invoice.user_id), {
    replacedNumber: invoice.number,
    creditNote: documentOf(creditNoteId),
    newInvoice: documentOf(newId),
    totalPaise: invoice.total_paise,
  })
}
