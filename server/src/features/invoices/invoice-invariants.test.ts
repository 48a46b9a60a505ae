import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureDuplicatePayment, captureTopUp } from '../../testing/captured-payments.ts'
import { makeAdmin, makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { invoiceInvariants } from './invoice-invariants.ts'
import { replaceInvoice } from './replace-invoice.ts'

// Each invariant must fail for every change that violates it.

/** A year with five invoices and two credit notes: one of a refund, one of a replaced invoice. */
async function fill({ db, database, config }: TestApp) {
  const [agent, other] = [await makeAgent(db), await makeAgent(db, { billing_state: '27' })]
  const admin = await makeAdmin(db)
  const made = await withTransaction(database, async (tx) => {
    const paid = await captureTopUp(tx, config, { userId: agent.id, amountPaise: 500_00 })
    const away = await captureTopUp(tx, config, { userId: other.id, amountPaise: 1599_00 })
    const returned = await captureDuplicatePayment(tx, config, {
      userId: agent.id,
      amountPaise: 999_50,
    })
    const wrong = await captureTopUp(tx, config, { userId: agent.id, amountPaise: 250_00 })
    return { other, paid, away, returned, wrong }
  })
  const { answer: replacement } = await replaceInvoice(
    { database, queueMail: async () => {}, publicUrl: '' },
    { userId: admin.id, requestId: 'test', ip: '127.0.0.1' },
    { invoiceId: made.wrong.invoiceId, gstin: '', stateCode: '27', idempotency: null },
  )
  return { ...made, replacement }
}
type World = Awaited<ReturnType<typeof fill>>

/** By invariant: statements that each violate it. */
const violations: Record<string, (world: World) => string[]> = {
  'each captured payment has one invoice of exactly its amount and its entry’s amount that is not replaced':
    (w) => [
      `delete from invoices where id = '${w.paid.invoiceId}'`,
      `update invoices set total_paise = total_paise + 1, taxable_paise = taxable_paise + 1
      where id = '${w.paid.invoiceId}'`,
      `update payments set amount_paise = amount_paise + 1 where id = '${w.paid.paymentId}'`,
      `update journal_entries set amount_paise = amount_paise + 1
      where id = (select entry_id from payments where id = '${w.paid.paymentId}')`,
      `update invoices set user_id = '${w.other.id}' where id = '${w.paid.invoiceId}'`,
      `update invoices set gateway_payment_id = 'pay_other' where id = '${w.paid.invoiceId}'`,
      `delete from invoices where payment_id = '${w.returned.paymentId}'`,
    ],
  'each invoice belongs to a captured payment': (w) => [
    `update payments set status = 'failed', entry_id = null where id = '${w.paid.paymentId}'`,
  ],
  'each completed refund of an invoiced payment has one credit note of exactly its amount': (w) => [
    `delete from invoices where id = '${w.returned.creditNoteId}'`,
    `update invoices set invoice_id = '${w.paid.invoiceId}' where id = '${w.returned.creditNoteId}'`,
    `update refunds set amount_paise = amount_paise - 1`,
  ],
  'each credit note belongs to a completed refund of its payment, or its invoice is replaced': (
    w,
  ) => [
    `update invoices set refund_id = null where id = '${w.returned.creditNoteId}'`,
    `update invoices set replaces_id = null where id = '${w.replacement.invoiceId}'`,
    `update invoices set payment_id = '${w.paid.paymentId}' where id = '${w.returned.creditNoteId}'`,
    `delete from refunds`,
    `update refunds set status = 'pending', processed_at = null, entry_id = null,
      gateway_refund_id = null`,
  ],
  'each invoice that replaces another has its buyer and its total, and a credit note of the other':
    (w) => [
      `delete from invoices where id = '${w.replacement.creditNoteId}'`,
      `update invoices set total_paise = total_paise - 1, taxable_paise = taxable_paise - 1
      where id in ('${w.replacement.creditNoteId}', '${w.replacement.invoiceId}')`,
      `update invoices set user_id = '${w.other.id}' where id = '${w.replacement.invoiceId}'`,
      `update invoices set buyer_state = null where id = '${w.replacement.invoiceId}'`,
    ],
  'the credit notes of an invoice have at most its total, and with its total also its tax': (w) => [
    `update invoices set total_paise = total_paise + 1, taxable_paise = taxable_paise + 1
      where id = '${w.returned.creditNoteId}'`,
    `update invoices set cgst_paise = cgst_paise + 1, sgst_paise = sgst_paise + 1, taxable_paise = taxable_paise - 2
      where id = '${w.returned.creditNoteId}'`,
  ],
  'each credit note has the parties of its invoice': (w) => [
    `update invoices set buyer_name = 'Another' where id = '${w.returned.creditNoteId}'`,
    `update invoices set sac = '998314' where id = '${w.returned.invoiceId}'`,
    `update invoices set invoice_id = '${w.paid.invoiceId}' where id = '${w.returned.creditNoteId}'`,
  ],
  'the tax on each invoice is 18 % of its taxable value to within a paisa': (w) => [
    `update invoices set cgst_paise = cgst_paise + 1, sgst_paise = sgst_paise + 1,
      taxable_paise = taxable_paise - 2 where id = '${w.paid.invoiceId}'`,
    `update invoices set igst_paise = 0, taxable_paise = total_paise where id = '${w.away.invoiceId}'`,
  ],
  'the numbers of each series and financial year are 1 to n without a gap': (w) => [
    `update invoices set serial = serial + 1000 where id = '${w.away.invoiceId}'`,
    `delete from invoices where id = '${w.returned.creditNoteId}'`,
    `update invoice_serials set last_number = last_number + 1 where series = 'TRA'`,
    `delete from invoice_serials where series = 'TRA'`,
  ],
  'the numbers of a series follow the order of time': (w) => [
    `update invoices set issued_at = issued_at + interval '1 second' where id = '${w.paid.invoiceId}'`,
  ],
  'each number is formatted from its series, year and serial': (w) => [
    `update invoices set number = 'RA/00-01/000001' where id = '${w.paid.invoiceId}'`,
  ],
}

describe('the audit of invoices', () => {
  let app: TestApp
  let world: World
  beforeAll(async () => {
    app = await createTestApp()
    world = await fill(app)
    for (const [name, query] of Object.entries(invoiceInvariants)) {
      expect((await sql.raw(query).execute(app.db)).rows, name).toEqual([])
    }
    // The constraints that refuse violations are removed, so that only the audit can detect them.
    for (const table of ['journal_entries', 'invoices', 'payments', 'refunds']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.db)
    }
    await sql`alter table payments drop constraint payments_surplus_no_sale`.execute(app.db)
    await sql`drop index invoices_first_of_payment`.execute(app.db)
  })
  afterAll(() => app.close())

  it('has a violation for each invariant', () => {
    expect(Object.keys(violations)).toEqual(Object.keys(invoiceInvariants))
  })

  it.each(Object.entries(violations))('detects a violation of: %s', async (name, violationsOf) => {
    for (const violation of violationsOf(world)) {
      // Each violation is rolled back, so that it is tested alone.
      const tx = await app.db.startTransaction().execute()
      await sql`set local session_replication_role = replica`.execute(tx).catch(() => {})
      await sql.raw(violation).execute(tx)
      const { rows } = await sql.raw(invoiceInvariants[name] ?? '').execute(tx)
      await tx.rollback().execute()
      expect(rows.length, violation).toBeGreaterThan(0)
    }
  })
})
