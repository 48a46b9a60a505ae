import { formatExactRupees, formatPhone } from '@raahi/contract/formats'
import { footOf, gstPercent, gstTaxes, type Invoice, totalLabel } from '@raahi/contract/invoices'
import { collectPdf } from '../../platform/pdf/collect-pdf.ts'
import { toDrawable } from '../../platform/pdf/pdf-characters.ts'
import {
  colors,
  column,
  createDocument,
  type Doc,
  drawBand,
  drawRule,
  drawWarning,
  formatPdfDate,
  inner,
  oneLine,
  page,
  pageStyles,
} from '../../platform/pdf/pdf-page.ts'
import { drawText, type Style } from '../../platform/pdf/pdf-text.ts'

const styles = {
  title: { size: 22, weight: 600, color: colors.indigo },
  strong: { size: 10, weight: 600, color: colors.ink },
  text: { size: 9.5, color: colors.ink },
  amount: { size: 9.5, color: colors.ink, figures: true },
  ...pageStyles,
} as const satisfies Record<string, Style>

/**
 * Draws an invoice or credit note on one A4 page. The same document always gives the same bytes, so it need not be
 * stored.
 */
export async function drawInvoicePdf(given: Invoice): Promise<Buffer> {
  const invoice = toDrawableInvoice(given)
  const doc = createDocument({
    title: `${titleOf(invoice)} ${invoice.number}`,
    author: invoice.seller.name,
    madeAt: new Date(invoice.issuedAt),
  })
  return collectPdf(doc, () => drawPage(doc, invoice))
}

/**
 * Leaves out characters that the fonts cannot show, from texts that were stored before the profile refused them. A name
 * without any other character becomes the email.
 */
function toDrawableInvoice(invoice: Invoice): Invoice {
  const { seller, buyer } = invoice
  const drawable = <T extends string | null>(text: T) => text && toDrawable(text).trim()
  const name = drawable(buyer.name) || buyer.email
  return {
    ...invoice,
    description: toDrawable(invoice.description),
    seller: { ...seller, name: toDrawable(seller.name), address: drawable(seller.address) },
    buyer: {
      ...buyer,
      name,
      companyName: drawable(buyer.companyName) || name,
      address: drawable(buyer.address),
      city: drawable(buyer.city),
    },
  }
}

function drawPage(doc: Doc, invoice: Invoice): void {
  if (invoice.isTest) drawTestMark(doc)
  drawBand(doc)
  let y = drawHead(doc, invoice, 44)
  y = drawParties(doc, invoice, drawRule(doc, y + 16) + 18)
  y = drawItem(doc, invoice, y + 22)
  drawSums(doc, invoice, y + 16)
  drawFoot(doc, invoice)
}

const titleOf = ({ kind }: Invoice) => (kind === 'invoice' ? 'Tax invoice' : 'Credit note')

/** The seller on the left, kind, number and date on the right. */
function drawHead(doc: Doc, invoice: Invoice, top: number): number {
  const { seller, credited, replaces } = invoice
  drawMark(doc, column.left, top, 34)
  const left = { x: column.left + 44, width: 250 }
  let y = drawText(
    doc,
    seller.name,
    { ...styles.strong, size: 13 },
    { ...left, y: top - 3, maxLines: 3 },
  )
  y = drawText(doc, oneLine(seller.address ?? ''), styles.quiet, { ...left, y: y + 1, maxLines: 5 })
  y = drawText(doc, `GSTIN ${seller.gstin}`, styles.text, { ...left, y: y + 2 })
  y = drawText(doc, `${seller.stateName ?? ''} (${seller.stateCode})`, styles.quiet, { ...left, y })

  const right = { x: column.right - 195, width: 195, align: 'right' as const }
  let end = drawText(doc, titleOf(invoice), styles.title, { ...right, y: top - 10 })
  end = drawText(doc, invoice.number, { ...styles.strong, size: 12 }, { ...right, y: end })
  end = drawText(doc, `Date ${formatPdfDate(invoice.issuedAt)}`, styles.text, {
    ...right,
    y: end + 2,
  })
  const named = credited ?? replaces
  if (named) {
    const what = credited ? 'Against' : 'Replaces'
    end = drawText(doc, `${what} invoice ${named.number}`, styles.text, { ...right, y: end })
    end = drawText(doc, `of ${formatPdfDate(named.issuedAt)}`, styles.text, { ...right, y: end })
  }
  if (invoice.isTest) end = drawWarning(doc, 'TEST – no money moved', end)
  return Math.max(y, end)
}

/** The buyer on the left; place of supply and payment on the right. */
function drawParties(doc: Doc, invoice: Invoice, top: number): number {
  const { buyer } = invoice
  const left = { x: column.left, width: 270 }
  let y = drawText(doc, 'BILLED TO', styles.label, { ...left, y: top })
  y = drawText(
    doc,
    buyer.companyName,
    { ...styles.strong, size: 11.5 },
    { ...left, y, maxLines: 3 },
  )
  y = drawText(doc, buyer.name, styles.text, { ...left, y, maxLines: 3 })
  const addressText = [buyer.address && oneLine(buyer.address), buyer.city]
    .filter(Boolean)
    .join(', ')
  if (addressText) y = drawText(doc, addressText, styles.quiet, { ...left, y: y + 1, maxLines: 8 })
  if (buyer.stateName) {
    const state = `${buyer.stateName} (${buyer.stateCode})`
    y = drawText(doc, state, styles.quiet, { ...left, y })
  }
  if (buyer.gstin) y = drawText(doc, `GSTIN ${buyer.gstin}`, styles.text, { ...left, y: y + 2 })
  y = drawText(doc, buyer.email, styles.quiet, { ...left, y: y + 2, maxLines: 3 })
  if (buyer.phone) y = drawText(doc, formatPhone(buyer.phone), styles.quiet, { ...left, y })

  const facts = [
    ['PLACE OF SUPPLY', `${invoice.placeOfSupply} (${invoice.placeOfSupplyCode})`],
    [invoice.creditCause === 'refund' ? 'REFUNDED ONLINE' : 'PAID ONLINE', invoice.paymentId],
    ['TAX PAYABLE ON REVERSE CHARGE', 'No'],
  ] as const
  let end = top
  for (const [label, value] of facts) {
    const right = { x: column.right - 195, width: 195 }
    end = drawText(doc, label, styles.label, { ...right, y: end })
    end = drawText(doc, value, styles.text, { ...right, y: end, maxLines: 3 }) + 8
  }
  return Math.max(y, end)
}

/** Columns of the table: x position and width of each. */
const cells = {
  what: { x: column.left + 12, width: 250 },
  sac: { x: column.left + 272, width: 55 },
  rate: { x: column.left + 327, width: 50, align: 'right' as const },
  amount: { x: column.right - 112, width: 100, align: 'right' as const },
}

function drawItem(doc: Doc, invoice: Invoice, top: number): number {
  doc.roundedRect(column.left, top, inner, 26, 5).fill(colors.sand)
  const head = { y: top + 6 }
  drawText(doc, 'DESCRIPTION', styles.label, { ...cells.what, ...head })
  drawText(doc, 'SAC', styles.label, { ...cells.sac, ...head })
  drawText(doc, 'GST', styles.label, { ...cells.rate, ...head })
  drawText(doc, 'TAXABLE VALUE', styles.label, { ...cells.amount, ...head })
  const row = { y: top + 37 }
  const end = drawText(doc, invoice.description, styles.text, {
    ...cells.what,
    ...row,
    maxLines: 4,
  })
  drawText(doc, invoice.sac, styles.text, { ...cells.sac, ...row })
  drawText(doc, `${gstPercent}%`, styles.text, { ...cells.rate, ...row })
  drawText(doc, formatExactRupees(invoice.taxable), styles.amount, { ...cells.amount, ...row })
  return drawRule(doc, end + 10)
}

/** The taxes and the total on the right, the total in words on the left. */
function drawSums(doc: Doc, invoice: Invoice, top: number): void {
  const label = { x: column.right - 227, width: 115 }
  const amount = cells.amount
  let y = top
  const taxes = gstTaxes(invoice.placeOfSupplyCode, invoice.seller.stateCode)
  for (const { label: text, rupees } of [
    { label: 'Taxable value', rupees: invoice.taxable },
    ...taxes.map((tax) => ({ label: tax.label, rupees: invoice[tax.name] })),
  ]) {
    drawText(doc, text, styles.text, { ...label, y })
    y = drawText(doc, formatExactRupees(rupees), styles.amount, { ...amount, y }) + 4
  }
  doc.roundedRect(column.right - 239, y + 4, 239, 34, 6).fill(colors.indigo)
  const total = { size: 12.5, weight: 600, color: colors.white, figures: true } as const
  drawText(doc, totalLabel(invoice), total, { ...label, y: y + 12 })
  drawText(doc, formatExactRupees(invoice.total), total, { ...amount, y: y + 12 })

  const words = { x: column.left, width: inner - 265 }
  const end = drawText(doc, 'AMOUNT IN WORDS', styles.label, { ...words, y: top })
  drawText(doc, invoice.amountInWords, styles.text, { ...words, y: end, maxLines: 6 })
}

function drawFoot(doc: Doc, invoice: Invoice): void {
  const y = drawRule(doc, page.height - 84)
  const box = { x: column.left, width: inner }
  const what = invoice.kind === 'invoice' ? 'invoice' : 'credit note'
  const end = drawText(doc, footOf(invoice), styles.quiet, { ...box, y: y + 10 })
  const note = `This is a computer-generated ${what} and does not need a signature.`
  drawText(doc, note, styles.quiet, { ...box, y: end })
}

/** Raahi's logo, as on screen: its edge is 32 units. */
function drawMark(doc: Doc, x: number, y: number, edge: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(edge / 32)
  doc
    .path(
      'M3.5 28.5V14.6C3.5 9.4 7.4 8.2 10.6 6.2C13 4.7 14.8 3.3 16 1c1.2 2.3 3 3.7 5.4 5.2c3.2 2 7.1 3.2 7.1 8.4v13.9A2.5 2.5 0 0 1 26 31H6a2.5 2.5 0 0 1-2.5-2.5Z',
    )
    .fill(colors.indigo)
  doc.circle(16, 14.2, 5).fill('#f8b03a')
  doc.path('M7.4 31c1.2-4.9 9.9-5 7.7-11.4h2.2C21.6 25 17.4 26.4 19.6 31Z').fill('#fff7e6')
  doc.restore()
}

/** Draws TEST across the whole page, behind everything else, so that a test document is not mistaken for a real one. */
function drawTestMark(doc: Doc): void {
  doc.save().rotate(-35, { origin: [page.width / 2, page.height / 2] })
  const box = { x: page.width / 2 - 170, y: page.height / 2 - 40, width: 400 }
  drawText(doc, 'TEST', { size: 150, weight: 600, color: '#faf0ee' }, box)
  doc.restore()
}
