import { type Run, runsOf, type Weight } from './pdf-fonts.ts'

/** The style of a line. */
export interface Style {
  /** In points. */
  size: number
  weight?: Weight
  color: string
  /** Tabular figures, for amounts. */
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
 * Breaks a text into lines of at most this width: between words, and inside words that are wider.
 *
 * The width of a line is the sum of its words, or of the letters of a broken word, each measured once. Shaping the
 * whole line again for every letter takes seconds for a text that is long on purpose.
 * @param maxLines the number of lines after which breaking stops
 */
function breakLines(doc: Doc, text: string, style: Style, width: number, maxLines: number): Line[] {
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
    if (lines.length > maxLines) break
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

export interface Box {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
  /** The last line ends in an ellipsis if the text is longer; 1 by default. */
  maxLines?: number
}

/** Line height as a multiple of the font size. */
const leading = 1.45

/**
 * Draws a text of any length and script into a column of the page.
 * @returns the y position below its last line
 */
export function drawText(doc: Doc, text: string, style: Style, box: Box): number {
  const { x, width, align = 'left', maxLines = 1 } = box
  const { size, color } = style
  const all = breakLines(doc, text, style, width, maxLines)
  const shown =
    all.length <= maxLines
      ? all
      : [...all.slice(0, maxLines - 1), shortened(doc, all[maxLines - 1] ?? [], style, width)]
  let y = box.y
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

/** Ends the line with an ellipsis, within the width. */
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
