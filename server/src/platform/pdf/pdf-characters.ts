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
  bengali:
    '20 A0 2BC 951-952 964-965 980-983 985-98C 98F-990 993-9A8 9AA-9B0 9B2 9B6-9B9 9BC-9C4 9C7-9C8 9CB-9CE 9D7 9DC-9DD 9DF-9E3 9E6-9FE 1CD0 1CD2 1CD5-1CD6 1CD8 1CE1 1CEA 1CED 1CF2 1CF5-1CF7 200B-200D 20B9 25CC A8F1',
  gurmukhi:
    '20 A0 951-952 964-965 A01-A03 A05-A0A A0F-A10 A13-A28 A2A-A30 A32-A33 A35-A36 A38-A39 A3C A3E-A42 A47-A48 A4B-A4D A51 A59-A5C A5E A66-A76 200B-200D 20B9 25CC 262C A830-A839',
  gujarati:
    '20 A0 951-952 964-965 A81-A83 A85-A8D A8F-A91 A93-AA8 AAA-AB0 AB2-AB3 AB5-AB9 ABC-AC5 AC7-AC9 ACB-ACD AD0 AE0-AE3 AE6-AF1 AF9-AFF 200B-200D 20B9 25CC A830-A839',
  oriya:
    '20 A0 964-965 B01-B03 B05-B0C B0F-B10 B13-B28 B2A-B30 B32-B33 B35-B39 B3C-B44 B47-B48 B4B-B4D B55-B57 B5C-B5D B5F-B63 B66-B77 200B-200D 20B9 25CC',
  tamil:
    '20 A0 964-965 B82-B83 B85-B8A B8E-B90 B92-B95 B99-B9A B9C B9E-B9F BA3-BA4 BA8-BAA BAE-BB9 BBE-BC2 BC6-BC8 BCA-BCD BD0 BD7 BE6-BFA 200B-200D 20B9 25CC',
  telugu:
    '20 A0 951-952 964-965 C00-C0C C0E-C10 C12-C28 C2A-C39 C3C-C44 C46-C48 C4A-C4D C55-C56 C58-C5A C5D C60-C63 C66-C6F C77-C7F 1CDA 1CF2 200B-200D 25CC',
  kannada:
    '20 A0 951-952 964-965 C80-C8C C8E-C90 C92-CA8 CAA-CB3 CB5-CB9 CBC-CC4 CC6-CC8 CCA-CCD CD5-CD6 CDD-CDE CE0-CE3 CE6-CEF CF1-CF3 1CD0 1CD2 1CDA 1CF2 1CF4 200B-200D 20B9 25CC A830-A835',
  malayalam:
    '20 A0 307 323 951-952 964-965 D00-D0C D0E-D10 D12-D44 D46-D48 D4A-D4F D54-D63 D66-D7F 1CDA 200B-200D 20B9 25CC A830-A832',
} as const
export type Subset = keyof typeof charactersOf

// The order matters: several files contain ₹, and the file of accented letters is the smallest of them.
export const subsetNames = Object.keys(charactersOf) as Subset[]

type Range = readonly [from: number, to: number]

const ranges = new Map(subsetNames.map((name) => [name, rangesOf(charactersOf[name])]))

/** Parses `900-977 20B9` to pairs of numbers. */
function rangesOf(text: string): Range[] {
  return text.split(' ').map((part) => {
    const [from = '', to = from] = part.split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

export function hasGlyph(subset: Subset, codePoint: number): boolean {
  return !!ranges.get(subset)?.some(([from, to]) => from <= codePoint && codePoint <= to)
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
 * and scripts of other countries. Direction controls are removed too, because they would change the order of the drawn text.
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

/**
 * The error of a text that a document would show without some of its characters, such as pictographs; undefined if it
 * shows all.
 */
export function documentTextError(text: string): string | undefined {
  const { removed } = fitToFonts(text)
  if (removed.length === 0) return undefined
  const shown = removed.slice(0, 5).map((character) => `“${character}” (${codeOf(character)})`)
  return `Please leave out ${shown.join(', ')}: invoices cannot show ${removed.length === 1 ? 'this character' : 'these characters'}.`
}

/** U+1F334; of a character of several code points, the first one. */
const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
