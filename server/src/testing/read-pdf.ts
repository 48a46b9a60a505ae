import { inflateSync } from 'node:zlib'

/** The visible content of a PDF. */
export interface ReadPdf {
  pages: number
  /** Everything drawn as text, one piece per line, in the order of drawing. */
  text: string
}

/**
 * Reads the text of a PDF that the product has created: plain objects, streams compressed with zlib, and fonts that map
 * their glyphs to characters.
 */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  const pieces = pages.flatMap(({ head }) => {
    const fonts = fontsOf(objects, head)
    return drawnText(objects.get(referenced(head, 'Contents'))?.stream ?? '', fonts)
  })
  return { pages: pages.length, text: pieces.join('\n') }
}

interface PdfObject {
  head: string
  stream: string
}
type Objects = Map<string, PdfObject>

function objectsOf(bytes: Buffer): Objects {
  const text = bytes.toString('latin1')
  const objects: Objects = new Map()
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match
    const [head = '', packed] = body.split(/\nstream\n/)
    const data = Buffer.from(packed?.replace(/\nendstream$/, '') ?? '', 'latin1')
    const isPacked = head.includes('/FlateDecode')
    objects.set(id, { head, stream: (isPacked ? inflateSync(data) : data).toString('latin1') })
  }
  return objects
}

/** The id that an entry of a dictionary refers to. */
function referenced(head: string, name: string): string {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? ''
}

/** The characters of the glyphs of each font of a page. */
function fontsOf(objects: Objects, page: string): Map<string, Map<number, string>> {
  const resources = objects.get(referenced(page, 'Resources'))?.head ?? page
  return new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const font = objects.get(id)?.head ?? ''
      return [name, glyphsOf(objects.get(referenced(font, 'ToUnicode'))?.stream ?? '')]
    }),
  )
}

function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    for (const [index, [, codes = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const units = codes.replaceAll(' ', '').match(/.{4}/g) ?? []
      const character = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
      glyphs.set(Number.parseInt(from, 16) + index, character)
    }
  }
  return glyphs
}

function drawnText(content: string, fonts: Map<string, Map<number, string>>): string[] {
  const pieces: string[] = []
  let glyphs: Map<number, string> | undefined
  /** Whether the glyphs are beside their characters. */
  let isMarked = false
  for (const match of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|\/ActualText \(((?:[^\\)]|\\[\s\S])*)\)|(EMC)|\[([^\]]*)\] TJ/g,
  )) {
    const [, font, actual, end, shown] = match
    if (actual) {
      pieces.push(textOf(actual))
      isMarked = true
    } else if (end) isMarked = false
    else if (font) glyphs = fonts.get(font)
    else if (!isMarked) {
      const hex = [...(shown ?? '').matchAll(/<([0-9a-f]*)>/gi)].map(([, part]) => part).join('')
      const ids = (hex.match(/.{4}/g) ?? []).map((id) => Number.parseInt(id, 16))
      pieces.push(ids.map((id) => glyphs?.get(id) ?? '').join(''))
    }
  }
  return pieces
}

/** Decodes a text string of UTF-16 with a byte order mark. */
function textOf(literal: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const bytes = literal.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)
  return Buffer.from(bytes, 'latin1').swap16().toString('utf16le').replace('\ufeff', '')
}
