import { setImmediate as letOthersRun } from 'node:timers/promises'
import { formatDay, formatPaise, formatPhone } from '@raahi/contract/formats'
import type { QuoteVersionStatus } from '@raahi/contract/quote-rules'
import type { QuoteAgency, QuoteVersion } from '@raahi/contract/quotes'
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
import { drawFlow, drawText, lineHeight, type Style } from '../../platform/pdf/pdf-text.ts'

/** The lower end of the text area. The footer is below it. */
const bottom = page.height - 62
/** The upper end of the text area on all pages after the first one. */
const topOfNextPage = 74

const styles = {
  title: { size: 22, weight: 600, color: colors.ink },
  heading: { size: 13, weight: 600, color: colors.indigo },
  strong: { size: 10.5, weight: 600, color: colors.ink },
  text: { size: 10, color: colors.ink },
  amount: { size: 10, color: colors.ink, figures: true },
  ...pageStyles,
} as const satisfies Record<string, Style>

const warnings: Record<QuoteVersionStatus, string | null> = {
  draft: 'DRAFT, not sent',
  sent: null,
  replaced: 'REPLACED by a later version',
  withdrawn: 'WITHDRAWN',
}

/** The content of a document. `logo` is a PNG. */
export interface DrawnQuote extends QuoteVersion {
  logo: Buffer | null
}

/** The position of the next line. */
interface Cursor {
  y: number
  /** Reserves a height, on the next page if it does not fit. @returns the upper y position of the reserved area */
  take: (height: number) => number
}

/**
 * Draws a version of a quote on numbered A4 pages, with the stored amounts. The output of the same version has the same
 * bytes.
 */
export async function drawQuotePdf(given: DrawnQuote): Promise<Buffer> {
  const quote = toDrawableQuote(given)
  const doc = createDocument({
    title: quote.title || 'Quote',
    author: quote.agency.companyName,
    madeAt: new Date(quote.sentAt ?? 0),
  })
  return collectPdf(doc, async () => {
    await drawContent(doc, quote)
    drawFeet(doc, quote)
  })
}

function toDrawableQuote(quote: DrawnQuote): DrawnQuote {
  return {
    ...quote,
    title: toDrawable(quote.title),
    days: quote.days.map(({ title, text }) => ({
      title: toDrawable(title),
      text: toDrawable(text),
    })),
    inclusions: toDrawable(quote.inclusions),
    exclusions: toDrawable(quote.exclusions),
    terms: toDrawable(quote.terms),
    agency: toDrawableAgency(quote.agency),
  }
}

/** Replaces an agency name that the fonts cannot show with the name of the agent, or with the email. */
function toDrawableAgency(agency: QuoteAgency): QuoteAgency {
  const agentName = toDrawable(agency.agentName).trim()
  const companyName = toDrawable(agency.companyName).trim() || agentName || agency.email
  return { ...agency, companyName, agentName }
}

async function drawContent(doc: Doc, quote: DrawnQuote): Promise<void> {
  drawBand(doc)
  const cursor = startCursor(doc, quote)
  cursor.y = drawHead(doc, quote, 40) + 20
  cursor.y = drawText(doc, quote.title || 'Your trip', styles.title, {
    x: column.left,
    y: cursor.y,
    width: inner,
    maxLines: 8,
  })
  drawPrice(doc, quote, cursor)
  await drawDays(doc, quote, cursor)
  for (const [heading, text] of [
    ['Included', bulleted(quote.inclusions)],
    ['Not included', bulleted(quote.exclusions)],
    ['Terms', quote.terms],
  ] as const) {
    drawSection(doc, cursor, heading, text)
    await letOthersRun()
  }
}

function startCursor(doc: Doc, quote: DrawnQuote): Cursor {
  const cursor: Cursor = {
    y: 0,
    take: (height) => {
      if (cursor.y + height > bottom) {
        doc.addPage()
        drawNextHead(doc, quote)
        cursor.y = topOfNextPage
      }
      const { y } = cursor
      cursor.y += height
      return y
    },
  }
  return cursor
}

/** Draws the header of the first page: the agency on the left, version and dates on the right. */
function drawHead(doc: Doc, quote: DrawnQuote, top: number): number {
  const { agency, logo } = quote
  const left = { x: column.left, width: 300 }
  let y = top
  if (logo) {
    doc.image(logo, left.x, y, { fit: [180, 60] })
    y += 68
  }
  y = drawText(doc, agency.companyName, { ...styles.strong, size: 14 }, { ...left, y, maxLines: 3 })
  if (agency.address) {
    const address = oneLine(toDrawable(agency.address))
    y = drawText(doc, address, styles.quiet, { ...left, y: y + 1, maxLines: 4 })
  }
  const contact = [agency.agentName, agency.phone && formatPhone(agency.phone), agency.email]
    .filter(Boolean)
    .join(' · ')
  y = drawText(doc, contact, styles.quiet, { ...left, y, maxLines: 2 })
  if (agency.gstin) y = drawText(doc, `GSTIN ${agency.gstin}`, styles.quiet, { ...left, y })

  const right = { x: column.right - 180, width: 180, align: 'right' as const }
  let end = drawText(
    doc,
    'Quote',
    { ...styles.title, color: colors.indigo },
    { ...right, y: top - 8 },
  )
  if (quote.sentAt) {
    end = drawText(doc, `Date ${formatPdfDate(quote.sentAt)}`, styles.text, { ...right, y: end })
  }
  if (quote.version > 1) {
    end = drawText(doc, `Version ${quote.version}`, styles.quiet, { ...right, y: end })
  }
  const warning = warnings[quote.status]
  if (warning) end = drawWarning(doc, warning, end)
  return Math.max(y, end)
}

/** Draws the header of all pages after the first one. */
function drawNextHead(doc: Doc, { agency, title }: DrawnQuote): void {
  drawBand(doc)
  const half = inner / 2 - 10
  drawText(doc, agency.companyName, styles.label, { x: column.left, y: 34, width: half })
  const right = { x: column.right - half, y: 34, width: half, align: 'right' as const }
  drawText(doc, title, { ...styles.label, weight: 400 }, right)
  drawRule(doc, 54)
}

/** Draws the stored amounts in a box that is never split between pages. */
function drawPrice(doc: Doc, quote: DrawnQuote, cursor: Cursor): void {
  const persons = `${quote.persons} ${quote.persons === 1 ? 'person' : 'persons'}`
  const lines: [string, string][] = [
    [
      `${formatPaise(quote.pricePerPersonPaise)} × ${persons}`,
      formatPaise(quote.pricePerPersonPaise * quote.persons),
    ],
  ]
  if (quote.gst === 'added') {
    lines.push([`GST ${quote.gstPercent}%`, formatPaise(quote.gstPaise)])
  }
  if (quote.gst === 'included') {
    lines.push([`Includes GST ${quote.gstPercent}%`, formatPaise(quote.gstPaise)])
  }
  const height = 24 + lines.length * 17 + 34
  cursor.y += 12
  const top = cursor.take(height)
  doc.roundedRect(column.left, top, inner, height - 6, 8).fill(colors.sand)
  let y = top + 11
  for (const [label, amount] of lines) {
    drawText(doc, label, styles.text, { x: column.left + 16, y, width: 330 })
    const box = { x: column.right - 156, y, width: 140, align: 'right' as const }
    drawText(doc, amount, styles.amount, box)
    y += 17
  }
  const total = { ...styles.strong, size: 14, color: colors.indigo, figures: true }
  drawText(doc, 'Total', total, { x: column.left + 16, y: y + 4, width: 200 })
  const box = { x: column.right - 196, y: y + 4, width: 180, align: 'right' as const }
  drawText(doc, formatPaise(quote.totalPaise), total, box)
  if (quote.validUntil) {
    const y = cursor.take(lineHeight(styles.quiet) + 4)
    const text = `Valid until ${formatDay(quote.validUntil)}`
    drawText(doc, text, styles.quiet, { x: column.left, y: y + 2, width: inner })
  }
}

/** Draws the days. Long Hindi texts take 1 to 2 s to shape, so the process serves other requests between the parts. */
async function drawDays(doc: Doc, { days }: DrawnQuote, cursor: Cursor): Promise<void> {
  if (days.length === 0) return
  drawHeading(doc, cursor, 'Day by day')
  for (const [at, day] of days.entries()) {
    cursor.y += 6
    // The heading of a day stays with the first line of its text.
    const y = cursor.take(lineHeight(styles.strong) + 2 * lineHeight(styles.text))
    const marker = { ...styles.label, color: colors.indigo }
    drawText(doc, `DAY ${at + 1}`, marker, { x: column.left, y: y + 2, width: 50 })
    cursor.y = y
    const text = { x: column.left + 56, width: inner - 56, place: cursor.take }
    drawFlow(doc, day.title, styles.strong, text)
    cursor.y = Math.max(cursor.y, y + lineHeight(styles.label))
    if (day.text !== '') drawFlow(doc, day.text, styles.text, text)
    await letOthersRun()
  }
}

function drawSection(doc: Doc, cursor: Cursor, heading: string, text: string): void {
  if (text.trim() === '') return
  drawHeading(doc, cursor, heading)
  drawFlow(doc, text, styles.text, { x: column.left, width: inner, place: cursor.take })
}

function drawHeading(doc: Doc, cursor: Cursor, heading: string): void {
  cursor.y += 16
  const height = lineHeight(styles.heading) + 4
  // Keeps the heading on the same page as the next two lines.
  const y = cursor.take(height + 2 * lineHeight(styles.text))
  drawText(doc, heading, styles.heading, { x: column.left, y, width: inner })
  cursor.y = y + height
}

/** Adds a bullet to each line. */
function bulleted(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .map((line) => (line === '' || /^[•\-–*]/.test(line) ? line : `• ${line}`))
    .join('\n')
}

/** Draws the footer of each page: the contact of the agency and the page number. */
function drawFeet(doc: Doc, { agency }: DrawnQuote): void {
  const { count } = doc.bufferedPageRange()
  const contact = [agency.companyName, agency.phone && formatPhone(agency.phone)]
    .filter(Boolean)
    .join(' · ')
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at)
    drawRule(doc, page.height - 50)
    drawText(doc, contact, styles.quiet, {
      x: column.left,
      y: page.height - 42,
      width: inner - 100,
    })
    const right = {
      x: column.right - 100,
      y: page.height - 42,
      width: 100,
      align: 'right' as const,
    }
    drawText(doc, `Page ${at + 1} of ${count}`, styles.quiet, right)
  }
}
