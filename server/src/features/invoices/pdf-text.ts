import { type Run, runsOf, type Weight } from './pdf-fonts.ts'

/** What a line of a document is drawn with. */
export interface Style {
  /** Points. */
  size: number
  weight?: Weight
  color: string
  /** Digits of one width, for what people compare. */
  figures?: boolean
}
type Doc = PDFKit.PDFDocument
type Line = readonly Run[]

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

/**
 * Lines of at most this width: broken between words, and within a word that is wider by itself.
 *
 * A line is as wide as its words, or the letters of a broken one, each measured once: to shape the whole line anew for
 * every letter tried at its end takes seconds for a text that somebody made long on purpose.
 * @param most of more lines than this the first ones are enough
 */
function breakLines(doc: Doc, text: string, style: Style, width: number, most: number): Line[] {
  const { weight = 400 } = style
  const measure = measurer((part) => widthOf(doc, runsOf(part, weight), style))
  const lines = [{ text: '', width: 0 }]
  const append = (part: string, gap = '') => {
    const line = lines.at(-1)
    const isBegun = line && line.text !== ''
    const wanted = isBegun ? line.width + measure(gap) + measure(part) : measure(part)
    if (isBegun && wanted > width) lines.push({ text: part, width: measure(part) })
    else lines.splice(-1, 1, { text: isBegun ? line.text + gap + part : part, width: wanted })
  }
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (lines.length > most) break
    if (measure(word) <= width) append(word, ' ')
    else {
      if (lines.at(-1)?.text) lines.push({ text: '', width: 0 })
      for (const { segment } of graphemes.segment(word)) append(segment)
    }
  }
  return lines.filter((line) => line.text).map((line) => runsOf(line.text, weight))
}

function measurer(measure: (part: string) => number): (part: string) => number {
  const known = new Map([['', 0]])
  return (part) => {
    const width = known.get(part) ?? measure(part)
    known.set(part, width)
    return width
  }
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
  const all = breakLines(doc, text, style, width, maxLines)
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
