import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { hasGlyph, subsetNames, toDrawable } from './pdf-characters.ts'
import { runsOf, selectFont, type Weight } from './pdf-fonts.ts'

/** The characters of a registered font file. The types of the library do not list the font that it parsed. */
function glyphsOf(font: string): Set<number> {
  const doc = new PDFDocument()
  selectFont(doc, font, 10)
  const { _font } = doc as unknown as { _font: { font: { characterSet: number[] } } }
  return new Set(_font.font.characterSet)
}

const weights = [400, 600] as const satisfies Weight[]
const glyphs = new Map(
  subsetNames.flatMap((name) =>
    weights.map((weight) => [`${name}-${weight}`, glyphsOf(`${name}-${weight}`)]),
  ),
)

it('lists exactly the characters of the font files', () => {
  for (const name of subsetNames) {
    for (const weight of weights) {
      const listed = Array.from({ length: 0x11000 }, (_, at) => at).filter((at) =>
        hasGlyph(name, at),
      )
      const inFile = [...(glyphs.get(`${name}-${weight}`) ?? [])].filter(
        (at) => at > 31 && at !== 0xffff,
      )
      expect(listed).toEqual([...new Set(inFile)].sort((a, b) => a - b))
    }
  }
})

/** Characters of a text that would be drawn as an empty box. */
function boxesIn(text: string): string[] {
  return weights.flatMap((weight) =>
    runsOf(text, weight).flatMap((run) =>
      Array.from(run.text).filter(
        (one) => !/[\n\r]/.test(one) && !glyphs.get(run.font)?.has(one.codePointAt(0) ?? 0),
      ),
    ),
  )
}

it('removes every character that would be drawn as an empty box', () => {
  const common = fc.constantFrom(...'→✓✔★☎❌🌴📞℃№⅓ ‑−…½’न्काં\u0301\u200d\ufe0f')
  const letter = fc.oneof(
    common,
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      expect(boxesIn(toDrawable(letters.join('')))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
