import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { registerFonts } from './pdf-fonts.ts'
import { drawText } from './pdf-text.ts'

/** Counts the characters that are shaped to draw a text into a narrow column; shaping takes most of the time. */
function countShapedCharacters(text: string): number {
  const doc = new PDFDocument()
  registerFonts(doc)
  let shaped = 0
  const widthOfString = doc.widthOfString.bind(doc)
  doc.widthOfString = (part, options) => {
    shaped += part.length
    return widthOfString(part, options)
  }
  const box = { x: 0, y: 0, width: 250, maxLines: 8 }
  drawText(doc, text, { size: 9, color: '#000000' }, box)
  return shaped
}

it.each([
  ['one word', 'क्षत्रिय'.repeat(50)],
  ['one word that changes its script with each letter', 'aक'.repeat(200)],
  ['words of one letter', 'a '.repeat(200)],
])('drawing a long text (%s) takes time in proportion to its length', (_name, text) => {
  expect(countShapedCharacters(text)).toBeLessThan(6 * text.length)
})
