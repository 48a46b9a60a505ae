import { describe, expect, it } from 'vitest'
import { readPdf } from '../../testing/read-pdf.ts'
import { collectPdf } from './collect-pdf.ts'
import { runsOf, selectFont } from './pdf-fonts.ts'
import { createDocument } from './pdf-page.ts'
import { drawText } from './pdf-text.ts'

/** Words with conjuncts, vowels before their consonant and vowels in two parts. */
const words = {
  devanagari: 'श्री राष्ट्रीय किराया',
  bengali: 'শ্রীকৃষ্ণ দার্জিলিং কোম্পানি',
  gurmukhi: 'ਅੰਮ੍ਰਿਤਸਰ ਚੰਡੀਗੜ੍ਹ ਕ੍ਰਿਸ਼ਨ ਸ੍ਵਾਗਤ',
  gujarati: 'શ્રી સૌરાષ્ટ્ર દ્વારકા',
  oriya: 'ଶ୍ରୀ ଭୁବନେଶ୍ୱର କୋଣାର୍କ',
  tamil: 'ஸ்ரீ கோயம்புத்தூர் பௌர்ணமி',
  telugu: 'శ్రీనివాస ఆంధ్రప్రదేశ్ ప్రయాణం',
  kannada: 'ಶ್ರೀ ಕ್ಷೇತ್ರ ಲಕ್ಷ್ಮೀ',
  malayalam: 'ശ്രീകൃഷ്ണ കോഴിക്കോട് ട്രാവൽസ്',
}

const newDocument = () => createDocument({ title: 'T', author: 'A', madeAt: new Date(0) })

/** The glyphs of a text; the types of the library do not list its parsed font. */
function glyphsOf(text: string): number[] {
  const doc = newDocument()
  return runsOf(text, 400).flatMap((run) => {
    selectFont(doc, run.font, 10)
    const { _font } = doc as unknown as {
      _font: { font: { layout: (text: string) => { glyphs: { id: number }[] } } }
    }
    return _font.font.layout(run.text).glyphs.map(({ id }) => id)
  })
}

describe.each(Object.entries(words))('a text in %s', (script, text) => {
  it('uses its own font beside Latin on one line, and can be copied in reading order', async () => {
    const mixed = `Raahi ${text} (Pvt.)`
    expect(runsOf(mixed, 600).map(({ font }) => font)).toEqual([
      'latin-600',
      `${script}-600`,
      'latin-600',
    ])
    const doc = newDocument()
    const box = { x: 0, y: 0, width: 500 }
    const bytes = await collectPdf(doc, () => {
      drawText(doc, mixed, { size: 10, color: '#000000' }, box)
    })
    expect(readPdf(bytes).text.replaceAll('\n', '')).toBe(mixed)
  })

  it('joins and reorders its letters, and none of them is an empty box', () => {
    const glyphs = glyphsOf(text)
    expect(glyphs).not.toEqual([...text].flatMap(glyphsOf))
    expect(glyphs).not.toContain(0)
  })
})

it('chooses the glyphs that HarfBuzz chooses', () => {
  // The shaper of the PDF library splits these conjuncts, or throws.
  expect(glyphsOf('ಕ್ಷಿ')).toHaveLength(1)
  expect(glyphsOf('ജ്ഞ')).toHaveLength(1)
  expect(glyphsOf('ప్ర')).toHaveLength(2)
})
