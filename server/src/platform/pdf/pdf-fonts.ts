import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hasGlyph, type Subset, subsetNames } from './pdf-characters.ts'
import { unpackWoff } from './unpack-woff.ts'

// Mukta, which the screens use too. It has a separate file for each part of Unicode.

export type Weight = 400 | 600

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@fontsource/mukta/package.json')), 'files')
const files = subsetNames.flatMap((subset) =>
  ([400, 600] as const).map((weight) => ({
    name: fontName(subset, weight),
    bytes: unpackWoff(readFileSync(join(folder, `mukta-${subset}-${weight}-normal.woff`))),
  })),
)

function fontName(subset: Subset, weight: Weight): string {
  return `${subset}-${weight}`
}

/** Registers the fonts with a document, which embeds the glyphs that it uses. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const { name, bytes } of files) doc.registerFont(name, bytes)
}

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
  return runs.map((run) => ({ font: fontName(run.subset, weight), text: run.text }))
}
