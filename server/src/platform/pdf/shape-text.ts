import { Blob, Face, Font, Buffer as Shaper, shape } from 'harfbuzzjs'

/** A part of a text as glyphs, as the PDF library expects it; it scales the positions in place. */
interface GlyphRun {
  glyphs: { advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  readonly advanceWidth: number
}

/** The font as the PDF library has parsed it. Its types do not list it. */
export interface ParsedFont {
  getGlyph: (id: number, codePoints: number[]) => GlyphRun['glyphs'][number]
  layout: (text: string) => GlyphRun
}

/**
 * Returns a function that shapes text with HarfBuzz. The shaper of the PDF library throws or chooses wrong conjuncts in
 * Telugu, Malayalam, Gurmukhi, Bengali, Kannada and Gujarati.
 */
export function shaperOf(bytes: Uint8Array): (text: string, font: ParsedFont) => GlyphRun {
  // A copy, because a small Node buffer is a part of a shared one.
  const font = new Font(new Face(new Blob(Uint8Array.from(bytes).buffer)))
  const buffer = new Shaper()
  return (text, parsed) => {
    const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    buffer.reset()
    buffer.addCodePoints(codePoints)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const infos = buffer.getGlyphInfos()
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
    const glyphs = infos.map(({ codepoint: id, cluster }, at) => {
      // The first glyph of a cluster has all its characters, so that each of them is copied once.
      const isFirst = infos[at - 1]?.cluster !== cluster
      const end = starts.find((start) => start > cluster)
      return parsed.getGlyph(id, isFirst ? codePoints.slice(cluster, end) : [])
    })
    const positions = buffer.getGlyphPositions().map((position) => ({ ...position }))
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}
