import { invalidTexts, lineError } from './field-checks.ts'
import { addressEndings, commonEndings, surnameEndings } from './web-address-endings.ts'

// Names of persons and companies, cities and destinations: their stored form, and what they must not contain. Mails and
// screens show them to other people. Without zod, so that a public page can load it.

/** Characters that are not seen. Joiners have a meaning in the scripts of India and in Arabic script. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const joiners = /([\p{L}\p{M}])?([\u200c\u200d])/gu
const joinedScripts =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Arabic}]/u

/** Characters that change the direction of the text around them. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const withoutMeaning = /[\p{Co}\p{Cn}]/u

/** The stored form: NFC, single spaces, and no characters that are not seen, except joiners between letters. */
export function normaliseName(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, (mark) => (/[\u200c\u200d]/.test(mark) ? mark : ''))
    .replace(joiners, (_, before = '', joiner) =>
      joinedScripts.test(before) ? before + joiner : before,
    )
    .replace(/[\s\u2800]+/g, ' ')
    .trim()
}

/** The error of the name of a person or a company, of a city or of a destination. */
export function nameError(text: string): string | undefined {
  const error = lineError(text)
  if (error !== undefined) return error
  if (directionMarks.test(text) || withoutMeaning.test(text)) return invalidTexts.characters
  const folded = foldName(text)
  if (!/[\p{L}\p{N}]/u.test(folded)) return 'Enter letters or digits.'
  if (hasEmail(folded)) return 'Please leave out email addresses.'
  if (hasWebAddress(folded)) return 'Please leave out web addresses.'
  return hasPhone(folded) ? 'Please leave out phone numbers.' : undefined
}

/** Letters of other scripts that look like Latin ones, and these. */
const otherLetters = 'асеіјкморѕтухναοιρ'
const latinLetters = 'aceijkmopstyxvaoip'

/** The text as a reader takes it: compatible characters and those that look like Latin letters or dots are one. */
function foldName(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    .replace(/[а-џα-ω]/g, (letter) => latinLetters[otherLetters.indexOf(letter)] ?? letter)
    .replace(/[\u3002\u00b7\u2022\u2027\u2219\u22c5\u30fb\u318d\u06d4\u0701\u0702\ua4f8]/g, '.')
    .replace(/\s*[[({<]\s*(\.|dot)\s*[\])}>]\s*/g, '.')
}

const wordEnd = '(?![\\p{L}\\p{N}])'

function hasEmail(text: string): boolean {
  return (
    /[^\s@]@[^\s@]+\.[\p{L}\p{M}]{2,}/u.test(text) ||
    /[[({<]\s*(at|@)\s*[\])}>]/.test(text) ||
    /(\bat\b|@)\s*(gmail|yahoo|hotmail|outlook|rediffmail|icloud|protonmail)\b/.test(text) ||
    /\bmailto:/.test(text)
  )
}

const spokenDot = new RegExp(
  `[\\p{L}\\p{N}][^\\p{L}\\p{N}]+dot[^\\p{L}\\p{N}]+(com|net|org|info|biz|xyz|in|me|io)${wordEnd}|\\p{L}dot(com|net|org)${wordEnd}|(डॉट|डाट)\\s*(कॉम|काम|इन)`,
  'u',
)
const spacedDot = new RegExp(
  `[\\p{L}\\p{N}][^\\p{L}\\p{N}]*[.,][^\\p{L}\\p{N}]*(com|net|org)${wordEnd}`,
  'u',
)
const scheme =
  /:\/\/|\bh(tt|xx)ps?\b|\b(tel|sms|upi|javascript):|(^|[^\p{L}\p{N}])www\d*(?![\p{L}])/u
const ipAddress = /(^|[^\d.])(\d{1,3}\.){3}\d{1,3}(?![\d.])|[0-9a-f]{1,4}(:{1,2}[0-9a-f]{1,4}){2,}/
const dottedWords =
  /([\p{L}\p{N}-][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{N}-][\p{L}\p{M}\p{N}-]*)+)(:\d+)?(\/?)/gu

function hasWebAddress(text: string): boolean {
  return (
    scheme.test(text) ||
    spokenDot.test(text) ||
    spacedDot.test(text) ||
    ipAddress.test(text) ||
    /\bxn--/.test(text) ||
    [...text.matchAll(dottedWords)].some(([, words = '', , slash]) =>
      isDomain(words.split('.'), slash === '/'),
    )
  )
}

/** Abbreviations that people write before a name, or after the name of a company, without a space after the dot. */
const abbreviations = new Set(
  'mr mrs ms mx dr er ca cs adv prof shri sri sh smt kum km md mohd st sr jr rev fr col maj capt gen lt sgt brig hon pt pvt ltd co bros intl govt no mt ft'.split(
    ' ',
  ),
)

/** Whether words with dots between them are a domain, not initials or a title with a name. */
function isDomain(words: readonly string[], hasPath: boolean): boolean {
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  if (words.slice(1, -1).some((word) => /^(com|net|org)$/.test(word))) return true
  if (commonEndings.has(last)) return true
  if (abbreviations.has(before)) return false
  if (hasPath && /^[\p{L}\p{N}-]{2,}$/u.test(last)) return true
  const isAfterInitial = /^\p{L}$/u.test(before)
  const isAfterInitials = isAfterInitial && /^\p{L}$/u.test(words.at(-3) ?? '')
  if (isAfterInitials || (isAfterInitial && surnameEndings.has(last))) return false
  return addressEndings.has(last)
}

const date =
  /([12]\d|3[01]|0?[1-9])[-/. ](1[0-2]|0?[1-9])[-/. ](19|20)\d\d|(19|20)\d\d[-/.](1[0-2]|0?[1-9])[-/.]([12]\d|3[01]|0?[1-9])|(19|20)\d\d\s*[-–/]\s*(19|20)\d\d/g

/** Seven or more digits with no letters between them, also as English words, other than dates and years. */
function hasPhone(text: string): boolean {
  const digits = text
    .replace(/\b(zero|one|two|three|four|five|six|seven|eight|nine)\b/g, '0')
    .replace(/\b(double|triple)\b/g, '')
    .replace(/o(?=\p{N})/gu, '0')
    .replace(/(\p{N})o(?!\p{L})/gu, '$10')
  const runs = digits.match(/\p{N}(?:[^\p{L}\p{N}]*\p{N}){6,}/gu) ?? []
  return runs.some((run) => /\p{N}/u.test(run.replace(date, '')))
}
