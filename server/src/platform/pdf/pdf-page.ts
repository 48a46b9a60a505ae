import { dayInIndia } from '@raahi/contract/trip-field-checks'
import PDFDocument from 'pdfkit'
import { drawText, type Style } from './pdf-text.ts'

// The page that invoices and quotes share.

/** In points: A4 portrait. */
export const page = { width: 595.28, height: 841.89, margin: 48 }
export const column = { left: page.margin, right: page.width - page.margin }
export const inner = column.right - column.left

export const colors = {
  ink: '#211d4a',
  soft: '#5a5672',
  line: '#e6dccb',
  sand: '#f7f1e6',
  indigo: '#3a3490',
  marigold: '#f5a524',
  white: '#ffffff',
  danger: '#a32a1f',
  dangerSoft: '#fbe6e2',
}

/** Texts that look the same in each document. */
export const pageStyles = {
  quiet: { size: 9, color: colors.soft },
  label: { size: 8.5, weight: 600, color: colors.soft },
} as const satisfies Record<string, Style>

export type Doc = PDFKit.PDFDocument

/** A document. The same content and `madeAt` always give the same bytes. */
export function createDocument(of: { title: string; author: string; madeAt: Date }): Doc {
  return new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    lang: 'en-IN',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: of.title,
      Author: of.author,
      Producer: 'Raahi',
      Creator: 'Raahi',
      CreationDate: of.madeAt,
      ModDate: of.madeAt,
    },
  })
}

/** The stripes at the top of a page. */
export function drawBand(doc: Doc): void {
  doc.rect(0, 0, page.width, 9).fill(colors.indigo)
  doc.rect(0, 9, page.width, 3).fill(colors.marigold)
}

/**
 * A hairline across the page.
 * @returns its y position
 */
export function drawRule(doc: Doc, y: number): number {
  doc.moveTo(column.left, y).lineTo(column.right, y).lineWidth(0.8).stroke(colors.line)
  return y
}

/**
 * A warning at the right edge, such as 'DRAFT, not sent'.
 * @returns the y position below it
 */
export function drawWarning(doc: Doc, text: string, top: number): number {
  const width = 132
  doc.roundedRect(column.right - width, top + 6, width, 20, 10).fill(colors.dangerSoft)
  const style = { ...pageStyles.label, color: colors.danger }
  const box = { x: column.right - width, y: top + 9.5, width: width - 14, align: 'right' as const }
  drawText(doc, text, style, box)
  return top + 26
}

/** DD-MM-YYYY in Asia/Kolkata. */
export const formatPdfDate = (instant: string) =>
  dayInIndia(new Date(instant)).split('-').reverse().join('-')

/** Joins the lines of an address, which is wrapped again when drawn. */
export function oneLine(text: string): string {
  return text
    .split(/\s*[\r\n]+\s*/)
    .filter(Boolean)
    .join(', ')
    .replaceAll(',,', ',')
}
