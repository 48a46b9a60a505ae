import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsets from '@fontsource/mukta/unicode.json' with { type: 'json' }
import { unpackWoff } from './unpack-woff.ts'

// Mukta, which the screens use too. It has a separate file for each part of Unicode.

export type Weight = 400 | 600

// The order matters: two files contain ₹, and the one of accented letters is smaller.
const subsetNames = ['latin', 'latin-ext', 'devanagari'] as const
type Subset = (typeof subsetNames)[number]

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource/mukta/package.json')),
  'files',
)
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

type Range = readonly [from: number, to: number]

const ranges: Record<Subset, readonly Range[]> = {
  latin: rangesOf(subsets.latin),
  'latin-ext': rangesOf(subsets['latin-ext']),
  devanagari: rangesOf(subsets.devanagari),
}

/** Parses `U+0900-097F,U+20B9` to pairs of numbers. */
function rangesOf(text: string): Range[] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

function holds(subset: Subset, codePoint: number): boolean {
  return ranges[subset].some(([from, to]) => from <= codePoint && codePoint <= to)
}

/** Splits a text by font file. Characters in none of the files are drawn as an empty box. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { subset: Subset; text: string }[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // Joiners belong to the surrounding script, although several files contain them.
    if (last && last.subset !== 'latin' && holds(last.subset, codePoint)) last.text += character
    else {
      const subset = subsetNames.find((name) => holds(name, codePoint)) ?? 'latin'
      if (last?.subset === subset) last.text += character
      else runs.push({ subset, text: character })
    }
  }
  return runs.map((run) => ({ font: fontName(run.subset, weight), text: run.text }))
}
