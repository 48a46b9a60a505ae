import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureDuplicatePayment, captureTopUp } from '../../testing/captured-payments.ts'
import { makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { invoiceInvariants } from './invoice-invariants.ts'

// An invariant that cannot fail is worth nothing: each is broken here by its own small lie in the tables.

/** A year with three invoices and a credit note. */
async function fill({ db, database, config }: TestApp) {
  const [agent, other] = [await makeAgent(db), await makeAgent(db, { billing_state: '27' })]
  return withTransaction(database, async (tx) => {
    const paid = await captureTopUp(tx, config, { userId: agent.id, amountPaise: 500_00 })
    const away = await captureTopUp(tx, config, { userId: other.id, amountPaise: 1599_00 })
    const returned = await captureDuplicatePayment(tx, config, {
      userId: agent.id,
      amountPaise: 999_50,
    })
    return { other, paid, away, returned }
  })
}
type World = Awaited<ReturnType<typeof fill>>

/** By invariant: statements, each of which alone breaks it. */
const lies: Record<string, (world: World) => string[]> = {
  'each captured payment has one invoice of exactly its amount and of its entry’s': (w) => [
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
  'each invoice is of a captured payment': (w) => [
    `update payments set status = 'failed', entry_id = null where id = '${w.paid.paymentId}'`,
  ],
  'each completed refund of an invoiced payment has one credit note of exactly its amount': (w) => [
    `delete from invoices where id = '${w.returned.creditNoteId}'`,
    `update invoices set invoice_id = '${w.paid.invoiceId}' where id = '${w.returned.creditNoteId}'`,
    `update refunds set amount_paise = amount_paise - 1`,
  ],
  'each credit note is of a completed refund': () => [
    `delete from refunds`,
    `update refunds set status = 'pending', processed_at = null, entry_id = null,
      gateway_refund_id = null`,
  ],
  'a credit note says of its parties and its tax what the invoice says': (w) => [
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
  'each number is written out of its series, year and serial': (w) => [
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
    // What refuses a lie at the door is taken away, so that the audit alone can notice it.
    for (const table of ['journal_entries', 'invoices', 'payments', 'refunds']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.db)
    }
    await sql`alter table payments drop constraint payments_surplus_no_sale`.execute(app.db)
  })
  afterAll(() => app.close())

  it('has a lie for each of its invariants', () => {
    expect(Object.keys(lies)).toEqual(Object.keys(invoiceInvariants))
  })

  it.each(Object.entries(lies))('notices when it is no longer true that %s', async (name, tell) => {
    for (const lie of tell(world)) {
      // Told and taken back, so that the next one stands alone.
      const tx = await app.db.startTransaction().execute()
      await sql`set local session_replication_role = replica`.execute(tx).catch(() => {})
      await sql.raw(lie).execute(tx)
      const { rows } = await sql.raw(invoiceInvariants[name] ?? '').execute(tx)
      await tx.rollback().execute()
      expect(rows.length, lie).toBeGreaterThan(0)
    }
  })
})
