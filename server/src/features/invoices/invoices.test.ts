import {
  exportInvoices,
  getInvoice,
  getInvoicePdf,
  getInvoiceSeller,
  listInvoices,
  listMyInvoices,
} from '@raahi/contract/invoices'
import { allTransactions, myTransactions } from '@raahi/contract/transactions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureDuplicatePayment, captureTopUp } from '../../testing/captured-payments.ts'
import { giveMoney, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
/** In another state than the seller, with names that need escaping. */
let agent: MadeUser
let other: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db, {
    name: 'कबीर आनन्द',
    company_name: '=100%_Marigold, "Journeys"',
    city: 'Jaipur',
    gstin: '08AAMCM4417K1Z4',
    billing_state: '08',
    billing_address: 'Chaura Rasta\nNear Hawa Mahal',
  })
  other = await makeAgent(app.db, { name: 'Meera Nambiar', company_name: '100 Backwaters' })
  await pay(agent, 1599_00, '2026-03-31T18:29:59.999Z')
  await pay(agent, 500_00, '2026-03-31T18:30:00.000Z')
  await pay(other, 118_00, '2026-04-02T06:00:00.000Z')
  await withTransaction(app.database, (tx) =>
    captureDuplicatePayment(tx, app.config, { userId: other.id, amountPaise: 999_50 }),
  )
})
afterAll(() => app.close())

async function pay({ id: userId }: MadeUser, amountPaise: number, at: string) {
  await withTransaction(app.database, (tx) =>
    captureTopUp(tx, app.config, { userId, amountPaise, at: new Date(at) }),
  )
}

async function numbersFound(query: Record<string, string | number>) {
  const { data } = await app.as(admin).call(listInvoices, { query })
  return data.docs.map(({ number }) => number)
}

async function ownInvoices(user: MadeUser) {
  return (await app.as(user).call(listMyInvoices)).data.docs
}

describe('the lists of invoices', () => {
  it('show an agent only the agent’s documents, newest first', async () => {
    const { data } = await app.as(agent).call(listMyInvoices, { query: { limit: 1 } })
    expect(data).toMatchObject({ totalDocs: 2, totalPages: 2, hasNextPage: true })
    expect(data.docs).toEqual([
      {
        _id: expect.any(String),
        number: 'TRA/26-27/000001',
        kind: 'invoice',
        issuedAt: '2026-03-31T18:30:00.000Z',
        description: 'Wallet top-up for buying leads',
        total: 500,
        paymentId: expect.stringMatching(/^pay_/),
        isTest: true,
        buyer: {
          _id: agent.id,
          name: 'कबीर आनन्द',
          companyName: '=100%_Marigold, "Journeys"',
          gstin: '08AAMCM4417K1Z4',
        },
      },
    ])
    expect((await ownInvoices(agent)).map(({ number }) => number)).toEqual([
      'TRA/26-27/000001',
      'TRA/25-26/000001',
    ])
    expect(await ownInvoices(other)).toHaveLength(4)
  })

  it('are filtered by kind and by days in India, both included', async () => {
    expect(await numbersFound({ kind: 'credit_note' })).toHaveLength(1)
    expect(await numbersFound({ endDate: '2026-03-31' })).toEqual(['TRA/25-26/000001'])
    expect(await numbersFound({ startDate: '2026-04-01', endDate: '2026-04-01' })).toEqual([
      'TRA/26-27/000001',
    ])
    expect(await numbersFound({ kind: 'credit_note', endDate: '2026-04-30' })).toEqual([])
  })

  it.each([
    ['part of a number, in any case', 'tra/25', ['TRA/25-26/000001']],
    ['a GSTIN', '08aamcm4417k1z4', ['TRA/26-27/000001', 'TRA/25-26/000001']],
    ['a name in Hindi', 'आनन्द', ['TRA/26-27/000001', 'TRA/25-26/000001']],
    ['a wildcard, taken literally', '100%', ['TRA/26-27/000001', 'TRA/25-26/000001']],
    ['another', '%_m', ['TRA/26-27/000001', 'TRA/25-26/000001']],
    ['a wildcard that matches no name', '1_0', []],
  ])('are searched by %s', async (_, search, numbers) => {
    expect(await numbersFound({ search })).toEqual(numbers)
  })

  it('find a document by its payment', async () => {
    const [, first] = await ownInvoices(agent)
    expect(await numbersFound({ search: first?.paymentId ?? '' })).toEqual([first?.number])
  })
})

describe('the transactions of an online payment', () => {
  it('link to its invoice for its agent and for an admin; other transactions have no link', async () => {
    await giveMoney(app.database, agent.id, 100_00)
    const mine = await ownInvoices(agent)
    const { docs } = (await app.as(agent).call(myTransactions)).data
    expect(docs.map(({ method, invoiceId }) => [method, invoiceId])).toEqual([
      ['recharge_by_admin', null],
      ['Online', mine.find(({ total }) => total === 500)?._id],
      ['Online', mine.find(({ total }) => total === 1599)?._id],
    ])
    for (const { _id, paymentId } of mine) {
      const query = { search: paymentId }
      const found = (await app.as(admin).call(allTransactions, { query })).data.docs
      expect(found).toEqual([expect.objectContaining({ invoiceId: _id })])
    }
  })
})

describe('a document', () => {
  it('is complete, with its tax, for its buyer and for an admin', async () => {
    const [, first] = await ownInvoices(agent)
    const input = { params: { id: first?._id ?? '' } }
    const { data } = await app.as(agent).call(getInvoice, input)
    expect(data).toMatchObject({
      number: 'TRA/25-26/000001',
      total: 1599,
      taxable: 1355.08,
      cgst: 0,
      sgst: 0,
      igst: 243.92,
      amountInWords: 'Rupees One Thousand Five Hundred Ninety-Nine Only',
      placeOfSupplyCode: '08',
      placeOfSupply: 'Rajasthan',
      sac: '998599',
      credited: null,
      creditCause: null,
      creditNotes: [],
      replaces: null,
      replacedBy: null,
      seller: { gstin: '29AAAAA0000A1ZY', stateCode: '29', stateName: 'Karnataka' },
      buyer: { address: 'Chaura Rasta\nNear Hawa Mahal', stateName: 'Rajasthan' },
    })
    expect((await app.as(admin).call(getInvoice, input)).data).toEqual(data)
  })

  it('is issued by the seller and from the state that agents and admins can read before', async () => {
    for (const caller of [agent, admin]) {
      const { data } = await app.as(caller).call(getInvoiceSeller)
      expect(data).toEqual({
        name: 'Raahi Travel Leads (trial)',
        gstin: '29AAAAA0000A1ZY',
        stateCode: '29',
      })
    }
  })

  it('and its credit note refer to each other', async () => {
    const mine = await ownInvoices(other)
    const note = mine.find(({ kind }) => kind === 'credit_note')
    const { data } = await app.as(other).call(getInvoice, { params: { id: note?._id ?? '' } })
    expect(data.creditCause).toBe('refund')
    const params = { id: data.credited?._id ?? '' }
    const invoice = (await app.as(other).call(getInvoice, { params })).data
    expect(invoice.creditNotes).toMatchObject([{ _id: note?._id, number: note?.number }])
    expect([invoice.kind, invoice.paymentId]).toEqual(['invoice', note?.paymentId])
  })

  it('of another agent is not found, in any format', async () => {
    const [one] = await ownInvoices(agent)
    const unknown = '01900000-0000-7000-8000-00000000dead'
    for (const spec of [getInvoice, getInvoicePdf]) {
      const foreign = await app.as(other).call(spec, { params: { id: one?._id ?? '' } })
      const missing = await app.as(other).call(spec, { params: { id: unknown } })
      expect([foreign.status, foreign.code, foreign.text]).toEqual([
        404,
        'INVOICE_NOT_FOUND',
        missing.text,
      ])
    }
  })
})

async function pdfOf(user: MadeUser, id: string | undefined) {
  const answer = await app.app.inject({
    method: 'GET',
    url: getInvoicePdf.path.replace('{id}', id ?? ''),
    headers: { authorization: `Bearer ${user.token}` },
  })
  return { headers: answer.headers, bytes: answer.rawPayload }
}

describe('the PDF of a document', () => {
  it('is one page with the content of the screen, marked as a test, and is not cached', async () => {
    const [, first] = await ownInvoices(agent)
    const { headers, bytes } = await pdfOf(agent, first?._id)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="TRA-25-26-000001.pdf"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const { pages, text } = readPdf(bytes)
    expect(pages).toBe(1)
    for (const part of [
      'Tax invoice',
      'TRA/25-26/000001',
      'Date 31-03-2026',
      'TEST – no money moved',
      'GSTIN 29AAAAA0000A1ZY',
      'GSTIN 08AAMCM4417K1Z4',
      'Chaura Rasta, Near Hawa Mahal, Jaipur',
      'Rajasthan (08)',
      'IGST 18%',
      '₹\n1,355.08',
      '₹\n243.92',
      '₹\n1,599.00',
      'Rupees One Thousand Five Hundred Ninety-Nine Only',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('CGST')
    // Hindi text is included; joined letters have separate glyphs.
    expect(text).toContain('कबीर')
  })

  it('is drawn at most sixty times a minute per user', async () => {
    const greedy = await makeAgent(app.db)
    await pay(greedy, 118_00, new Date().toISOString())
    const [one] = await ownInvoices(greedy)
    await app.db
      .insertInto('rate_limits')
      .values({ key: `PDFs of ${greedy.id}`, count: 59, resets_at: new Date(Date.now() + 60_000) })
      .execute()
    const draw = () => app.as(greedy).call(getInvoicePdf, { params: { id: one?._id ?? '' } })
    expect((await draw()).status).toBe(200)
    expect((await draw()).code).toBe('TOO_MANY_REQUESTS')
  })

  it('always has the same bytes', async () => {
    const [one] = await ownInvoices(agent)
    expect((await pdfOf(admin, one?._id)).bytes).toEqual((await pdfOf(agent, one?._id)).bytes)
  })

  it('of a credit note names the reversed invoice', async () => {
    const note = (await ownInvoices(other)).find(({ kind }) => kind === 'credit_note')
    const { text } = readPdf((await pdfOf(other, note?._id)).bytes)
    expect(text).toMatch(/Credit note\nTCN\//)
    expect(text).toMatch(/Against invoice TRA\/\d\d-\d\d\/\d{6}/)
    expect(text).toContain('CGST 9%')
    expect(text).toContain('SGST 9%')
  })

  it('stays one page with long names and addresses', async () => {
    const long = await makeAgent(app.db, {
      name: 'श्रीमती '.repeat(15).trim(),
      company_name: 'W'.repeat(120),
      city: 'W'.repeat(120),
      email: `${'a'.repeat(240)}@long.example`,
      billing_address: 'W\n'.repeat(150).trim(),
    })
    await pay(long, 1_00, new Date().toISOString())
    const [one] = await ownInvoices(long)
    const { pages, text } = readPdf((await pdfOf(long, one?._id)).bytes)
    expect(pages).toBe(1)
    expect(text).toContain('Rupee One Only')
  })
})

describe('the export of invoices', () => {
  it('has a line per filtered document, and no cell is a spreadsheet formula', async () => {
    const query = { endDate: '2026-04-01' }
    const { headers, text } = await app.as(admin).call(exportInvoices, { query })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="invoices-/)
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toContain('"Number","Document","Date (IST)","Time (IST)"')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(
      /^"TRA\/25-26\/000001","Invoice",2026-03-31,23:59,,,"कबीर आनन्द","'=100%_Marigold, ""Journeys""","08AAMCM4417K1Z4","08-Rajasthan","08-Rajasthan","998599","Wallet top-up for buying leads",1355.08,0.00,0.00,243.92,1599.00,"pay_[^,]+","Test","29AAAAA0000A1ZY",$/,
    )
  })

  it('contains the reversed invoice of a credit note', async () => {
    const { text } = await app.as(admin).call(exportInvoices, { query: { kind: 'credit_note' } })
    expect(text).toMatch(/"TCN\/[^,]+","Credit note",[^,]+,[^,]+,"TRA\/[^,]+",\d{4}-\d\d-\d\d,/)
  })
})
