import { ascent, isShaped, type Run, runsOf, selectFont, type Weight } from './pdf-fonts.ts'

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

/** Without features the library shapes each word of a document once. Kerning and ligatures are on by default. */
const featuresOf = (
  font: string,
  { figures }: Style,
): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  figures && !isShaped(font) ? { features: ['tnum', 'kern', 'liga'] } : {}

function widthOf(doc: Doc, line: Line, style: Style): number {
  return line.reduce((sum, { font, text }) => {
    selectFont(doc, font, style.size)
    return sum + doc.widthOfString(text, featuresOf(font, style))
  }, 0)
}

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/**
 * Breaks a text into lines of at most this width: between words, and inside words that are wider.
 *
 * The width of a line is the sum of its words, or of the letters of a broken word, each measured once. Shaping the
 * whole line again for every letter would take seconds for a maliciously long text. A word is measured with the space
 * that follows it, because the library caches the shapes of words with their space. Otherwise each word would be shaped
 * twice.
 * @param maxLines the number of lines after which breaking stops
 * @returns the text of each line
 */
function breakLines(doc: Doc, text: string, style: Style, width: number, maxLines: number) {
  const { weight = 400 } = style
  const measure = measurer((part) => widthOf(doc, runsOf(part, weight), style))
  const space = measure(' ')
  const lines = [{ text: '', width: 0 }]
  const append = (part: string, partWidth: number, gap: '' | ' ') => {
    const line = lines.at(-1)
    const isBegun = line && line.text !== ''
    const wanted = isBegun ? line.width + (gap === '' ? 0 : space) + partWidth : partWidth
    if (isBegun && wanted > width) lines.push({ text: part, width: partWidth })
    else lines.splice(-1, 1, { text: isBegun ? line.text + gap + part : part, width: wanted })
  }
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (lines.length > maxLines) break
    const wordWidth = measure(`${word} `) - space
    if (wordWidth <= width) append(word, wordWidth, ' ')
    else {
      if (lines.at(-1)?.text) lines.push({ text: '', width: 0 })
      for (const { segment } of graphemes.segment(word)) append(segment, measure(segment), '')
    }
  }
  return lines.map((line) => line.text).filter(Boolean)
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
  const texts = breakLines(doc, text, style, width, maxLines)
  const shown: Line[] = texts.slice(0, maxLines).map((line) => runsOf(line, style.weight ?? 400))
  if (texts.length > maxLines) {
    shown.splice(-1, 1, shortened(doc, texts[maxLines - 1] ?? '', style, width))
  }
  let y = box.y
  for (const line of shown) {
    drawLine(doc, line, style, align === 'right' ? x + width - widthOf(doc, line, style) : x, y)
    y += lineHeight(style)
  }
  return y
}

/** The height of a line, in points. */
export function lineHeight({ size }: Style): number {
  return size * leading
}

function drawLine(doc: Doc, line: Line, style: Style, x: number, y: number): void {
  const baseline = y + ascent * style.size
  let at = x
  for (const { font, text } of line) {
    selectFont(doc, font, style.size)
    doc.fillColor(style.color)
    const options = {
      lineBreak: false,
      baseline: 'alphabetic',
      ...featuresOf(font, style),
    } as const
    for (const part of isShaped(font) ? (text.match(/\S*\s*/g) ?? []) : [text]) {
      if (part === '') continue
      const draw = () => doc.text(part, at, baseline, options)
      if (isShaped(font)) drawWithCharacters(doc, part, draw)
      else draw()
      at += doc.widthOfString(part, options)
    }
  }
}

/**
 * Draws a text with its characters for readers that copy or search. Glyphs of Indian scripts are in another order. The
 * mark must be inside the transform of the text, by which readers find the position of the characters.
 */
function drawWithCharacters(doc: Doc, actual: string, draw: () => void): void {
  const addContent = doc.addContent.bind(doc)
  const addMarked = (content: string) => {
    doc.addContent = addContent
    if (content === 'BT') doc.markContent('Span', { actual })
    addContent(content)
    if (content === 'ET') doc.endMarkedContent()
    doc.addContent = addMarked
    return doc
  }
  doc.addContent = addMarked
  try {
    draw()
  } finally {
    doc.addContent = addContent
  }
}

/**
 * Draws paragraphs that may continue over several pages.
 * @param text its line breaks begin paragraphs; an empty line is a small gap
 * @param place receives the height of the next line and returns its y position, on another page if this one is full
 */
export function drawFlow(
  doc: Doc,
  text: string,
  style: Style,
  { x, width, place }: { x: number; width: number; place: (height: number) => number },
): void {
  for (const paragraph of text.split(/\r\n?|\n/)) {
    if (paragraph.trim() === '') place(lineHeight(style) / 2)
    for (const line of breakLines(doc, paragraph, style, width, Number.POSITIVE_INFINITY)) {
      // The space gives the last word the width that was measured, and separates the words if a reader copies the text.
      const runs = runsOf(`${line} `, style.weight ?? 400)
      drawLine(doc, runs, style, x, place(lineHeight(style)))
    }
  }
}

/** Ends the line with an ellipsis, within the width. */
function shortened(doc: Doc, line: string, style: Style, width: number): Line {
  const { weight = 400 } = style
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment)
  for (let count = letters.length; count > 0; count -= 1) {
    const runs = runsOf(`${letters.slice(0, count).join('')}…`, weight)
    if (widthOf(doc, runs, style) <= width) return runs
  }
  return runsOf('…', weight)
}
