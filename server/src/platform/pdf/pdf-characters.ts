/**
 * The characters that have a glyph in the font files, as ranges of hexadecimal code points. The ranges that the package lists for
 * its files contain many characters without one. A test compares these with the files.
 */
const charactersOf = {
  latin:
    '20-7E A0-FF 131 152-153 2C6 2DA 2DC 2013-2014 2018-201A 201C-201E 2022 2026 2039-203A 2044 20AC 2122 2212 2215',
  'latin-ext':
    '20 A0 100-130 132-137 139-151 154-17E 192 1FC-1FF 218-21B 2C7 2C9 2DD 1E0C-1E0D 1E24-1E25 1E36-1E3B 1E42-1E49 1E5A-1E5F 1E62-1E63 1E6C-1E6F 1E80-1E85 1E8E-1E8F 1EF2-1EF3 2020 20A8 20B9 2113',
  devanagari: '20 A0 900-977 979-97F 1CD0-1CF6 200C-200D 2044 20A8 20B9 25CC A8FB',
} as const
export type Subset = keyof typeof charactersOf

// The order matters: two files contain ₹, and the file of accented letters is smaller.
export const subsetNames = ['latin', 'latin-ext', 'devanagari'] as const satisfies Subset[]

type Range = readonly [from: number, to: number]

const ranges: Record<Subset, readonly Range[]> = {
  latin: rangesOf(charactersOf.latin),
  'latin-ext': rangesOf(charactersOf['latin-ext']),
  devanagari: rangesOf(charactersOf.devanagari),
}

/** Parses `900-977 20B9` to pairs of numbers. */
function rangesOf(text: string): Range[] {
  return text.split(' ').map((part) => {
    const [from = '', to = from] = part.split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

export function hasGlyph(subset: Subset, codePoint: number): boolean {
  return ranges[subset].some(([from, to]) => from <= codePoint && codePoint <= to)
}

/**
 * Replacements of characters that are common in itineraries. Variants of letters and numbers are replaced by Unicode
 * normalization.
 */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[→⇒⟶➔➙➛➜➝➞➡▶►▸⮕]\uFE0F?/gu, '›'],
  [/[←⇐◀◄]\uFE0F?/gu, '‹'],
  [/[↔⇄⇔⇆]\uFE0F?/gu, '–'],
  [/[✓✔☑✅●○◦▪▫■□◆◇‣⁃➢➣➤❖✦✧]\uFE0F?/gu, '•'],
  [/[✗✘✕✖❌❎]\uFE0F?/gu, '×'],
  [/[★☆⭐✩✪✯]\uFE0F?/gu, '*'],
  [/[\u2010\u2011]/gu, '-'],
  [/[\u2012\u2015]/gu, '–'],
  [/[\u201B\u2032]/gu, '’'],
  [/[\u201F\u2033]/gu, '”'],
  [/[\t\u2000-\u200A\u202F\u205F\u3000]/gu, ' '],
]
/** Controls of direction and line breaks, and variation selectors. They can be removed without a change of meaning. */
const invisible =
  /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|[\uFE00-\uFE0F]/gu

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })
/** Characters that need no check. Most texts consist of these only. */
const plain = /^[\n\r\x20-\x7E\u0900-\u0963]*$/u

/** Whether the fonts have a glyph for each character of a text; line breaks are not drawn. */
function hasGlyphs(text: string): boolean {
  return Array.from(text).every((character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return /[\n\r]/.test(character) || subsetNames.some((subset) => hasGlyph(subset, codePoint))
  })
}

/** A form of the grapheme that the fonts can show; undefined if they can show none. */
function toShown(grapheme: string): string | undefined {
  const compatible = grapheme.normalize('NFKC')
  const withoutMarks = compatible.normalize('NFD').replace(/\p{M}/gu, '')
  return [grapheme.normalize('NFC'), compatible, withoutMarks].find(
    (form) => form !== '' && hasGlyphs(form),
  )
}

/**
 * Replaces characters without a glyph in the fonts. Characters without a replacement are removed, such as pictographs
 * and other scripts. Direction controls are removed too, because they would change the order of the drawn text.
 * @returns the text, and the different graphemes that were removed, in the order of the text
 */
export function fitToFonts(text: string): { text: string; removed: string[] } {
  if (plain.test(text)) return { text, removed: [] }
  const replaced = replacements.reduce(
    (each, [characters, by]) => each.replace(characters, by),
    text.replace(invisible, ''),
  )
  const removed = new Set<string>()
  const parts = Array.from(graphemes.segment(replaced), ({ segment }) => {
    const shown = hasGlyphs(segment) ? segment : toShown(segment)
    if (shown === undefined) removed.add(segment)
    return shown ?? ''
  })
  return { text: parts.join(''), removed: [...removed] }
}

/** The text with only the characters that the fonts can show. */
export function toDrawable(text: string): string {
  return fitToFonts(text).text
}
