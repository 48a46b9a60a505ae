import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { registerFonts } from './pdf-fonts.ts'
import { drawText } from './pdf-text.ts'

/** How many characters are shaped, which is what takes time, to draw this into a narrow column. */
function shapedFor(text: string): number {
  const doc = new PDFDocument()
  registerFonts(doc)
  let shaped = 0
  const widthOfString = doc.widthOfString.bind(doc)
  doc.widthOfString = (part, options) => {
    shaped += part.length
    return widthOfString(part, options)
  }
  const place = { x: 0, y: 0, width: 250, maxLines: 8 }
  drawText(doc, text, { size: 9, color: '#000000' }, place)
  return shaped
}

it.each([
  ['one word', 'क्षत्रिय'.repeat(50)],
  ['one word that changes its script with each letter', 'aक'.repeat(200)],
  ['words of one letter', 'a '.repeat(200)],
])(
  'a text that is long on purpose, %s, keeps the processor no longer than its length asks for',
  (_name, text) => {
    expect(shapedFor(text)).toBeLessThan(6 * text.length)
  },
)
