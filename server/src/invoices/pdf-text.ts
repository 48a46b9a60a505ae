import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsets from '@fontsource/mukta/unicode.json' with { type: 'json' }

/** What lines of a document are drawn with: Mukta, which work is set in on screen too, in two weights. */
export type Weight = 400 | 600
export interface Style {
  /** Points. */
  size: number
  weight?: Weight
  color: string
  /** Digits of one width, for what people compare. */
  figures?: boolean
}
type Doc = PDFKit.PDFDocument

/** A run of a line in one file of the font; the family comes in three, each with the characters of its name. */
interface Run {
  font: string
  text: string
}
type Line = readonly Run[]

// In this order: ₹ is in two of them, and the file of the accented letters is the smaller one.
const subsetNames = ['latin', 'latin-ext', 'devanagari'] as const
type Subset = (typeof subsetNames)[number]

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource/mukta/package.json')),
  'files',
)
const files = subsetNames.flatMap((subset) =>
  ([400, 600] as const).map((weight) => ({
    name: fontName(subset, weight),
    bytes: readFileSync(join(folder, `mukta-${subset}-${weight}-normal.woff`)),
  })),
)

function fontName(subset: Subset, weight: Weight): string {
  return `${subset}-${weight}`
}

/** Makes the fonts known to a document; those it uses are embedded, and of them the glyphs in use. */
export function registerFonts(doc: Doc): void {
  for (const { name, bytes } of files) doc.registerFont(name, bytes)
}

type Range = readonly [from: number, to: number]

const ranges: Record<Subset, readonly Range[]> = {
  latin: rangesOf(subsets.latin),
  devanagari: rangesOf(subsets.devanagari),
  'latin-ext': rangesOf(subsets['latin-ext']),
}

/** `U+0900-097F,U+20B9` as pairs of numbers. */
function rangesOf(text: string): Range[] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

function holds(subset: Subset, codePoint: number): boolean {
  return ranges[subset].some(([from, to]) => from <= codePoint && codePoint <= to)
}

/** Splits a text where the file of the font has to change. What none of them has is drawn as an empty box. */
function runsOf(text: string, weight: Weight): Run[] {
  const runs: { subset: Subset; text: string }[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // Joiners belong to the script they stand in, though several files know them.
    if (last && last.subset !== 'latin' && holds(last.subset, codePoint)) last.text += character
    else {
      const subset = subsetNames.find((name) => holds(name, codePoint)) ?? 'latin'
      if (last?.subset === subset) last.text += character
      else runs.push({ subset, text: character })
    }
  }
  return runs.map((run) => ({ font: fontName(run.subset, weight), text: run.text }))
}

const featuresOf = ({ figures }: Style): { features: PDFKit.Mixins.OpenTypeFeatures[] } => ({
  features: figures ? ['tnum', 'kern', 'liga'] : ['kern', 'liga'],
})

function widthOf(doc: Doc, line: Line, style: Style): number {
  return line.reduce(
    (sum, { font, text }) =>
      sum + doc.font(font, style.size).widthOfString(text, featuresOf(style)),
    0,
  )
}

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** Lines of at most this width: broken between words, and within a word that is wider by itself. */
function breakLines(doc: Doc, text: string, style: Style, width: number): Line[] {
  const { weight = 400 } = style
  const fits = (part: string) => widthOf(doc, runsOf(part, weight), style) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const joined = line === '' ? word : `${line} ${word}`
    if (fits(joined)) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  if (line !== '') lines.push(line)
  return lines.map((one) => runsOf(one, weight))
}

export interface Place {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
  /** What is longer ends in an ellipsis; 1 unless told. */
  maxLines?: number
}

/** Distance from one line to the next, in parts of the size. */
const leading = 1.45

/**
 * Draws a text into a column of the page, however long it is and whatever it is written in.
 * @returns the y below its last line
 */
export function drawText(doc: Doc, text: string, style: Style, place: Place): number {
  const { x, width, align = 'left', maxLines = 1 } = place
  const { size, color } = style
  const all = breakLines(doc, text, style, width)
  const shown =
    all.length <= maxLines
      ? all
      : [...all.slice(0, maxLines - 1), shortened(doc, all[maxLines - 1] ?? [], style, width)]
  let y = place.y
  for (const line of shown) {
    let at = align === 'right' ? x + width - widthOf(doc, line, style) : x
    for (const run of line) {
      doc.font(run.font, size).fillColor(color)
      doc.text(run.text, at, y, { lineBreak: false, ...featuresOf(style) })
      at += doc.widthOfString(run.text, featuresOf(style))
    }
    y += size * leading
  }
  return y
}

/** The line with an ellipsis at its end, within the width. */
function shortened(doc: Doc, line: Line, style: Style, width: number): Line {
  const { weight = 400 } = style
  const letters = Array.from(
    graphemes.segment(line.map(({ text }) => text).join('')),
    ({ segment }) => segment,
  )
  for (let count = letters.length; count > 0; count -= 1) {
    const runs = runsOf(`${letters.slice(0, count).join('')}…`, weight)
    if (widthOf(doc, runs, style) <= width) return runs
  }
  return runsOf('…', weight)
}
