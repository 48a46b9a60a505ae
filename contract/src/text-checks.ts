// Plain checks of single texts. They stand apart from fields.ts so that a public page can use them without zod.

/** No control characters and no half of a surrogate pair: the database stores neither NUL nor these. */
export function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** Whether a text has the form of an email address: one @, a dotted domain, no blanks or control characters. */
export function isEmail(text: string): boolean {
  return (
    isPlain(text) &&
    /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/.test(text)
  )
}

/** Of a name that holds a web address. */
export const webAddressError = 'Please leave out web addresses.'

/** Endings that mail programs turn into links by themselves, and that no abbreviation of a name ends in. */
const linkedEndings =
  'com|net|org|info|biz|xyz|online|site|website|store|shop|click|link|live|club|vip|top|app|dev|io|ru|cn|in'

/**
 * Whether a text holds what a mail program turns into a link: a scheme, `www.`, a domain with a path, or a domain with a
 * well-known ending. 'St. John', 'A.K. Travels' and 'Dr.Rao' hold none.
 */
export function hasWebAddress(text: string): boolean {
  return (
    /:\/\/|\bwww\d?\./i.test(text) ||
    /[\p{L}\p{N}-]\.[\p{L}\p{N}-]{2,}(:\d+)?\//u.test(text) ||
    new RegExp(`[\\p{L}\\p{N}-]{2,}\\.(${linkedEndings})(?![\\p{L}\\p{N}.-])`, 'iu').test(text)
  )
}

/**
 * Spaces, hyphens, brackets and a leading 0 are dropped; ten digits become +91…; otherwise + and
 * 8 to 15 digits.
 * @returns the normal form, or null where the text is no phone number.
 */
export function normalisePhone(text: string): string | null {
  const bare = text.replace(/[\s\-()[\]]/g, '').replace(/^0(?=\d)/, '')
  if (/^\d{10}$/.test(bare)) return `+91${bare}`
  return /^\+\d{8,15}$/.test(bare) ? bare : null
}
