import {
  exportInvoices,
  getInvoice,
  getInvoiceReplacement,
  listMyInvoices,
  replaceInvoice,
} from '@raahi/contract/invoices'
import { refundPayment } from '@raahi/contract/payments'
import { allTransactions, myTransactions } from '@raahi/contract/transactions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureTopUp } from '../../testing/captured-payments.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { waitForMail } from '../../testing/mails.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let clients: HttpClients
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(async () => {
  clients.close()
  await app.close()
})

/** An agent in Karnataka, as the seller, with the invoice of a top-up of ₹1,180. */
async function agentWithInvoice(at?: Date) {
  const agent = await makeAgent(app.db, { billing_state: '29' })
  const paid = await withTransaction(app.database, (tx) =>
    captureTopUp(tx, app.config, { userId: agent.id, amountPaise: 1180_00, ...(at && { at }) }),
  )
  return { agent, ...paid }
}

const toDelhi = { gstin: '', stateCode: '07' }
const replace = (invoiceId: string, body = toDelhi, key?: string) =>
  clients.call(replaceInvoice, {
    token: admin.token,
    body: { invoiceId, ...body },
    ...(key && { key }),
  })
const stateOf = async (id: string) =>
  (await app.as(admin).call(getInvoiceReplacement, { params: { id } })).data
const read = async (agent: MadeUser, id: string) =>
  (await app.as(agent).call(getInvoice, { params: { id } })).data

describe('an invoice with a wrong state', () => {
  it('is replaced by one with the tax of the right state, and a credit note, without moving money', async () => {
    const { agent, invoiceId } = await agentWithInvoice()
    await app.db
      .updateTable('users')
      .set({ gstin: '27AADCS8090L1ZS', billing_state: '27' })
      .where('id', '=', agent.id)
      .execute()
    expect(await stateOf(invoiceId)).toMatchObject({
      barredBy: null,
      profile: { gstin: '27AADCS8090L1ZS', stateCode: '27' },
    })
    const { status, body } = await replace(invoiceId, { gstin: '27aadcs8090l1zs', stateCode: '27' })
    expect([status, body.message]).toEqual([200, 'Invoice replaced.'])
    const [old, note, replacement] = await Promise.all(
      [invoiceId, body.data?.creditNoteId, body.data?.invoiceId].map((id) =>
        read(agent, String(id)),
      ),
    )
    expect(replacement).toMatchObject({
      kind: 'invoice',
      total: 1180,
      taxable: 1000,
      cgst: 0,
      igst: 180,
      placeOfSupplyCode: '27',
      buyer: { gstin: '27AADCS8090L1ZS', stateCode: '27' },
      replaces: { number: old?.number },
      replacedBy: null,
    })
    expect(note).toMatchObject({
      kind: 'credit_note',
      total: 1180,
      taxable: 1000,
      cgst: 90,
      sgst: 90,
      igst: 0,
      creditCause: 'replacement',
      credited: { number: old?.number },
      replacedBy: { number: replacement?.number },
    })
    expect(old).toMatchObject({
      creditNotes: [{ number: note?.number }],
      replacedBy: { number: replacement?.number },
    })
    expect((await app.as(agent).call(listMyInvoices)).data.docs.map(({ _id }) => _id)).toHaveLength(
      3,
    )
    expect(await walletPaise(app.database, agent.id)).toBe(1180_00)
    const lines = (await app.as(agent).call(myTransactions)).data.docs
    expect(lines.map((line) => line.invoiceId)).toEqual([replacement?._id])
    const listed = await app.as(admin).call(allTransactions, { query: { search: agent.email } })
    expect(listed.data.docs.map((row) => row.invoiceId)).toEqual([replacement?._id])
    const mail = await waitForMail(app.config, agent.email, /is replaced by/)
    for (const one of [old, note, replacement]) expect(mail.text).toContain(one?.number)
  })

  it('is named by the PDF and the export of both documents', async () => {
    const { agent, invoiceId } = await agentWithInvoice()
    const old = await read(agent, invoiceId)
    const { body } = await replace(invoiceId)
    const textOf = async (id: unknown) => {
      const answer = await app.app.inject({
        url: `/api/invoices/${id}/pdf`,
        headers: { authorization: `Bearer ${agent.token}` },
      })
      return readPdf(answer.rawPayload).text.replaceAll('\n', ' ')
    }
    expect(await textOf(body.data?.invoiceId)).toContain(`Replaces invoice ${old.number}`)
    const note = await textOf(body.data?.creditNoteId)
    for (const part of [`Against invoice ${old.number}`, 'No money moves.', 'Total credited']) {
      expect(note).toContain(part)
    }
    const replacement = await read(agent, String(body.data?.invoiceId))
    const query = { search: replacement.number }
    const { text } = await app.as(admin).call(exportInvoices, { query })
    expect(text.trimEnd()).toMatch(new RegExp(`,"${old.number}"$`))
  })

  it('is replaced once by 20 parallel requests, and its replacement can be replaced again', async () => {
    const { invoiceId } = await agentWithInvoice()
    const key = uniqueText()
    const same = await Promise.all(
      Array.from({ length: 10 }, () => replace(invoiceId, toDelhi, key)),
    )
    expect(new Set(same.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    const newId = String(same[0]?.body.data?.invoiceId)
    const others = await Promise.all(
      Array.from({ length: 20 }, () => replace(newId, { gstin: '', stateCode: '27' })),
    )
    expect(tally(others.map(({ status, body }) => body.code ?? status))).toEqual({
      200: 1,
      INVOICE_REPLACED: 19,
    })
    expect((await stateOf(newId)).barredBy).toBe('replaced')
  })

  it('is not replaced by one with the same state and GSTIN, or with a state that is not that of the GSTIN', async () => {
    const { invoiceId } = await agentWithInvoice()
    expect((await replace(invoiceId, { gstin: '', stateCode: '29' })).body.code).toBe(
      'INVOICE_UNCHANGED',
    )
    for (const wrong of [
      { gstin: '27AADCS8090L1ZS', stateCode: '29' },
      { gstin: '', stateCode: '' },
      { gstin: '', stateCode: '99' },
      { gstin: 'no', stateCode: '29' },
    ]) {
      expect((await replace(invoiceId, wrong)).status).toBe(400)
    }
    expect((await replace(invoiceId)).status).toBe(200)
  })

  it('and a refund of its payment exclude each other, also a refund that is not completed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { invoiceId, paymentId } = await agentWithInvoice()
      const body = { transactionId: paymentId, amount: 100, reason: 'Paid twice' }
      const [replaced, refunded] = await Promise.all([
        replace(invoiceId),
        clients.call(refundPayment, { token: admin.token, body }),
      ])
      expect(refunded.status).toBe(200)
      const newId = replaced.body.data?.invoiceId
      if (!newId) expect(replaced.body.code).toBe('INVOICE_CREDITED')
      const current = String(newId ?? invoiceId)
      expect((await replace(current, { gstin: '', stateCode: '27' })).body.code).toBe(
        'INVOICE_CREDITED',
      )
      expect((await stateOf(current)).barredBy).toBe('credited')
    }
  })

  it('can be replaced until the GST return of its month is due, on the 11th of the next month in India', async () => {
    const { invoiceId } = await agentWithInvoice(new Date('2026-03-31T18:29:59.999Z'))
    expect(await stateOf(invoiceId)).toMatchObject({
      lastDay: '2026-04-11',
      barredBy: 'period-ended',
    })
    expect((await replace(invoiceId)).body.code).toBe('INVOICE_PERIOD_ENDED')
    const { invoiceId: later } = await agentWithInvoice(new Date('2098-12-31T18:30:00.000Z'))
    expect(await stateOf(later)).toMatchObject({ lastDay: '2099-02-11', barredBy: null })
  })

  it('is an invoice, not a credit note or an unknown document', async () => {
    const { invoiceId } = await agentWithInvoice()
    const { body } = await replace(invoiceId)
    for (const id of [String(body.data?.creditNoteId), admin.id]) {
      const answer = await replace(id)
      expect([answer.status, answer.body.code]).toEqual([404, 'INVOICE_NOT_FOUND'])
    }
  })
})
