import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hasGlyph, type Subset, subsetNames } from './pdf-characters.ts'
import { type ParsedFont, shaperOf } from './shape-text.ts'
import { unpackWoff } from './unpack-woff.ts'

// Mukta, which the screens use too, and Noto Sans for scripts that Mukta does not have. Each has a file per script.

export type Weight = 400 | 600

/** Height of the line above the baseline as a multiple of the size, in Mukta. All fonts share one baseline. */
export const ascent = 1.13

const require = createRequire(import.meta.url)
const ofMukta: readonly Subset[] = ['latin', 'latin-ext', 'devanagari']

interface LoadedFont {
  bytes: Buffer
  /** Latin needs no shaping beyond that of the PDF library. */
  shape: ReturnType<typeof shaperOf> | undefined
}

const loaded = new Map<string, LoadedFont>()

/** Reads a font file when a text first needs it, and keeps it. */
function loadFont(font: string): LoadedFont {
  const existing = loaded.get(font)
  if (existing) return existing
  const [, subset = '', weight = ''] = /^(.+)-(\d+)$/.exec(font) ?? []
  const family = ofMukta.some((name) => name === subset) ? 'mukta' : `noto-sans-${subset}`
  const folder = dirname(require.resolve(`@fontsource/${family}/package.json`))
  const file = join(folder, 'files', `${family}-${subset}-${weight}-normal.woff`)
  const bytes = unpackWoff(readFileSync(file))
  const result = { bytes, shape: subset.startsWith('latin') ? undefined : shaperOf(bytes) }
  loaded.set(font, result)
  return result
}

const registered = new WeakMap<PDFKit.PDFDocument, Set<string>>()

/** Selects a font of a run. The document embeds the glyphs that it uses. */
export function selectFont(doc: PDFKit.PDFDocument, font: string, size: number): void {
  const known = registered.get(doc) ?? new Set()
  registered.set(doc, known)
  if (known.has(font)) {
    doc.font(font, size)
    return
  }
  const { bytes, shape } = loadFont(font)
  doc.registerFont(font, bytes)
  doc.font(font, size)
  known.add(font)
  const { font: parsed } = (doc as unknown as { _font: { font: ParsedFont } })._font
  if (shape) parsed.layout = (text) => shape(text, parsed)
}

/** Whether readers need the characters beside the glyphs, because these are in another order. */
export const isShaped = (font: string) => !font.startsWith('latin')

/** A part of a text that uses one font file. */
export interface Run {
  font: string
  text: string
}

/** Splits a text by font file. Characters in none of the files are drawn as an empty box (`toDrawable` replaces them). */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { subset: Subset; text: string }[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // Joiners belong to the surrounding script, although several files contain them.
    if (last && last.subset !== 'latin' && hasGlyph(last.subset, codePoint)) last.text += character
    else {
      const subset = subsetNames.find((name) => hasGlyph(name, codePoint)) ?? 'latin'
      if (last?.subset === subset) last.text += character
      else runs.push({ subset, text: character })
    }
  }
  return runs.map((run) => ({ font: `${run.subset}-${weight}`, text: run.text }))
}
