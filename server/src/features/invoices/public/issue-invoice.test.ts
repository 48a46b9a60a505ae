import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../../integrity/check-invariants.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { captureDuplicatePayment, captureTopUp } from '../../../testing/captured-payments.ts'
import { makeAgent } from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { issueInvoice } from './issue-invoice.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ poolSize: 20 })
})
afterEach(async () => {
  const findings = await checkInvariants(app.database)
  expect(findings.filter(({ invariant }) => /invoice|credit note|number/.test(invariant))).toEqual(
    [],
  )
})
afterAll(() => app.close())

/**
 * Captures a top-up of an agent with these fields, in a separate transaction.
 * @returns its invoice
 */
async function invoiceOf(
  fields: Parameters<typeof makeAgent>[1] = {},
  { amountPaise = 118_00, at }: { amountPaise?: number; at?: Date } = {},
) {
  const { id: userId } = await makeAgent(app.db, fields)
  const { invoiceId } = await withTransaction(app.database, (tx) =>
    captureTopUp(tx, app.config, { userId, amountPaise, ...(at && { at }) }),
  )
  return rowOf(invoiceId)
}

async function rowOf(id: string) {
  return app.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('the tax of an invoice', () => {
  it('is split between centre and state if the buyer is in the seller’s state', async () => {
    const invoice = await invoiceOf({ billing_state: '29' })
    expect(invoice).toMatchObject({
      place_of_supply: '29',
      buyer_state: '29',
      taxable_paise: 100_00,
      cgst_paise: 9_00,
      sgst_paise: 9_00,
      igst_paise: 0,
      total_paise: 118_00,
    })
  })

  it('is integrated if the buyer is in another state', async () => {
    const invoice = await invoiceOf({ gstin: '27AADCS8090L1ZS', billing_state: '27' })
    expect(invoice).toMatchObject({
      place_of_supply: '27',
      buyer_gstin: '27AADCS8090L1ZS',
      taxable_paise: 100_00,
      cgst_paise: 0,
      sgst_paise: 0,
      igst_paise: 18_00,
    })
  })

  it('is due in the seller’s state if the buyer’s state is unknown', async () => {
    const invoice = await invoiceOf()
    expect(invoice).toMatchObject({ place_of_supply: '29', buyer_state: null, cgst_paise: 9_00 })
  })
})

describe('an invoice', () => {
  it('keeps seller and buyer as they were at issue', async () => {
    const invoice = await invoiceOf({
      name: 'Asha Rao',
      company_name: 'Asha Travels',
      city: 'Mysuru',
      billing_address: '1 Palace Road',
    })
    await app.db
      .updateTable('users')
      .set({ name: 'Another', company_name: 'Other', city: null, billing_address: null })
      .where('id', '=', invoice.user_id)
      .execute()
    expect(await rowOf(invoice.id)).toEqual(invoice)
    expect(invoice).toMatchObject({
      buyer_name: 'Asha Rao',
      buyer_company: 'Asha Travels',
      buyer_city: 'Mysuru',
      buyer_address: '1 Palace Road',
      seller_gstin: app.config.invoices.seller.gstin,
      sac: '998599',
      description: 'Wallet top-up for buying leads',
    })
  })

  it('cannot be changed or deleted', async () => {
    const { id } = await invoiceOf()
    await expect(
      app.db.updateTable('invoices').set({ total_paise: 1 }).where('id', '=', id).execute(),
    ).rejects.toThrow('append-only')
    await expect(app.db.deleteFrom('invoices').where('id', '=', id).execute()).rejects.toThrow(
      'append-only',
    )
  })

  it('is issued once per payment, and a rejected second one uses no number', async () => {
    const { payment_id: paymentId, serial } = await invoiceOf()
    await expect(
      withTransaction(app.database, (tx) => issueInvoice(tx, app.config, { paymentId })),
    ).rejects.toThrow('unique')
    expect((await invoiceOf()).serial).toBe(serial + 1)
  })

  it('requires a captured payment', async () => {
    const agent = await makeAgent(app.db)
    const { id: paymentId } = await app.db
      .insertInto('payments')
      .values({
        id: sql`gen_random_uuid()`,
        gateway_payment_id: 'pay_failed',
        user_id: agent.id,
        amount_paise: 500_00,
        status: 'failed',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await expect(
      withTransaction(app.database, (tx) => issueInvoice(tx, app.config, { paymentId })),
    ).rejects.toThrow('was not captured')
  })

  it('paid with the sandbox or a test key has a separate series', async () => {
    const { id: userId } = await makeAgent(app.db)
    const withKey = (keyId: string) => ({
      ...app.config,
      gateway: { mode: 'live', keyId, keySecret: '', webhookSecret: '', baseUrl: '' } as const,
    })
    const live = withKey('rzp_live_A1b2C3d4E5f6G7')
    const test = withKey('rzp_test_A1b2C3d4E5f6G7')
    const at = new Date('2031-06-01T00:00:00Z')
    const numbers = []
    for (const config of [app.config, live, test, live]) {
      const { invoiceId } = await withTransaction(app.database, (tx) =>
        captureTopUp(tx, config, { userId, amountPaise: 100_00, at }),
      )
      const { number, is_test } = await rowOf(invoiceId)
      numbers.push(`${number} ${is_test}`)
    }
    expect(numbers).toEqual([
      'TRA/31-32/000001 true',
      'RA/31-32/000001 false',
      'TRA/31-32/000002 true',
      'RA/31-32/000002 false',
    ])
  })

  it('is reversed as a whole by the credit note of its refund, which has a separate series', async () => {
    const { id: userId } = await makeAgent(app.db, { billing_state: '32' })
    const duplicate = await withTransaction(app.database, (tx) =>
      captureDuplicatePayment(tx, app.config, { userId, amountPaise: 999_50 }),
    )
    const [invoice, note] = [await rowOf(duplicate.invoiceId), await rowOf(duplicate.creditNoteId)]
    expect(note.number).toMatch(/^TCN\/\d\d-\d\d\/\d{6}$/)
    const separate = {
      id: '',
      kind: '',
      series: '',
      serial: 0,
      number: '',
      invoice_id: null,
      refund_id: null,
      issued_at: null,
      search_text: '',
    }
    expect({ ...note, ...separate }).toEqual({ ...invoice, ...separate })
    expect(note).toMatchObject({ kind: 'credit_note', invoice_id: invoice.id })
  })
})

describe('the numbers of invoices', () => {
  it('have no gaps and no duplicates with concurrent captures', async () => {
    const agents = await Promise.all(Array.from({ length: 10 }, () => makeAgent(app.db)))
    const at = new Date('2032-05-01T00:00:00Z')
    await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const userId = agents[index % agents.length]?.id ?? ''
        await withTransaction(app.database, (tx) =>
          captureTopUp(tx, app.config, { userId, amountPaise: 100 + index, at }),
        )
      }),
    )
    expect(await serialsOf(2032)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
  })

  it('are released by captures that roll back among captures that commit', async () => {
    const { id: userId } = await makeAgent(app.db)
    const at = new Date('2033-05-01T00:00:00Z')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        withTransaction(app.database, async (tx) => {
          await captureTopUp(tx, app.config, { userId, amountPaise: 100_00, at })
          if (index % 3 === 0) throw new Error('the capture fails after its invoice')
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
    expect(await serialsOf(2033)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it('are released by a process that dies before its commit', async () => {
    const at = new Date('2034-05-01T00:00:00Z')
    const [{ url } = { url: '' }] = (
      await sql<{ url: string }>`select current_database() as url`.execute(app.db)
    ).rows
    const client = new pg.Client({ ...app.database.pool.options, database: url })
    client.on('error', () => {}) // The test terminates this connection.
    await client.connect()
    await client.query('begin')
    const { rows } = await client.query('select * from take_invoice_number($1, $2)', ['TRA', at])
    expect(rows[0].number).toBe('TRA/34-35/000001')
    const waiting = invoiceOf({}, { at })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'
        and query like '%take_invoice_number%'`.execute(app.db)
    expect((await waiting).number).toBe('TRA/34-35/000001')
    await client.end().catch(() => {})
  })

  it('restart with the financial year, at midnight in India', async () => {
    const lastMoment = new Date('2035-03-31T18:29:59.999Z')
    const firstMoment = new Date('2035-03-31T18:30:00.000Z')
    const [before, after] = [
      await invoiceOf({}, { at: lastMoment }),
      await invoiceOf({}, { at: firstMoment }),
    ]
    expect([before.number, before.financial_year]).toEqual(['TRA/34-35/000002', 2034])
    expect([after.number, after.financial_year]).toEqual(['TRA/35-36/000001', 2035])
    // A capture that began before midnight and is numbered afterwards stays in its year.
    expect((await invoiceOf({}, { at: lastMoment })).number).toBe('TRA/34-35/000003')
  })

  it('never go back in time, even if a capture that began earlier is numbered later', async () => {
    const later = await invoiceOf({}, { at: new Date('2036-07-02T00:00:00Z') })
    const earlier = await invoiceOf({}, { at: new Date('2036-07-01T00:00:00Z') })
    expect(earlier.serial).toBe(later.serial + 1)
    expect(earlier.issued_at).toEqual(later.issued_at)
  })

  it('belong to the same year in any time zone of the session', async () => {
    const moments = ['2035-03-31T18:29:59.999Z', '2035-03-31T18:30:00Z', '2099-03-31T18:30:00Z']
    for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata']) {
      const years = await withTransaction(app.database, async (tx) => {
        await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
        const { rows } = await sql<{ year: number; number: string }>`
          select n.year, n.number from unnest(${moments}::timestamptz[]) with ordinality m (at, i),
            take_invoice_number('CN', m.at) n order by m.i`.execute(tx)
        await sql`delete from invoice_serials where series = 'CN'`.execute(tx)
        return rows.map(({ year, number }) => `${year} ${number}`)
      })
      expect(years, zone).toEqual([
        '2034 CN/34-35/000001',
        '2035 CN/35-36/000001',
        '2099 CN/99-00/000001',
      ])
    }
  })

  it('have at most sixteen characters beyond a million', async () => {
    await withTransaction(app.database, async (tx) => {
      const far = { series: 'RA', financial_year: 2040, last_number: 9_999_998 }
      await tx
        .insertInto('invoice_serials')
        .values({ ...far, last_issued_at: new Date('2040-06-01') })
        .execute()
      const { rows } = await sql<{ number: string }>`
        select number from take_invoice_number('RA', '2040-07-01')`.execute(tx)
      expect(rows[0]?.number).toBe('RA/40-41/9999999')
      expect(rows[0]?.number).toHaveLength(16)
      await tx.deleteFrom('invoice_serials').where('financial_year', '=', 2040).execute()
    })
  })
})

async function serialsOf(year: number): Promise<number[]> {
  const rows = await app.db
    .selectFrom('invoices')
    .select('serial')
    .where('financial_year', '=', year)
    .orderBy('serial')
    .execute()
  return rows.map(({ serial }) => serial)
}
