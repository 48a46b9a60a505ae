import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { selectFont } from './pdf-fonts.ts'
import { drawFlow, drawText } from './pdf-text.ts'

/** Counts the characters that are shaped to draw a text into a narrow column; shaping takes most of the time. */
function countShapedCharacters(text: string): number {
  const doc = new PDFDocument()
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

it('shapes each word of a document once, which is most of the work for Hindi', () => {
  const doc = new PDFDocument()
  selectFont(doc, 'devanagari-400', 10)
  // The types of the library do not list the parsed font.
  const { font } = (doc as unknown as { _font: { font: { layout: (text: string) => unknown } } })
    ._font
  const shaped: string[] = []
  const layout = font.layout.bind(font)
  font.layout = (text, ...rest: []) => {
    shaped.push(text.trim())
    return layout(text, ...rest)
  }
  const words = ['यात्रा', 'मन्दिर', 'सूर्यास्त', 'क्षेत्र', 'नाश्ता']
  const text = Array.from({ length: 200 }, (_, at) => words[(at * at) % words.length]).join(' ')
  let y = 0
  const place = (height: number) => {
    y += height
    return y
  }
  drawFlow(doc, text, { size: 10, color: '#000000' }, { x: 0, width: 300, place })
  expect(y).toBeGreaterThan(50)
  expect(shaped.filter((each) => each !== '').sort()).toEqual(
    words.filter((word) => text.includes(word)).sort(),
  )
})
