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
  const comparable = toComparableText(text)
  if (!/[\p{L}\p{N}]/u.test(comparable)) return 'Enter letters or digits.'
  if (hasEmail(comparable)) return 'Please leave out email addresses.'
  if (hasWebAddress(comparable)) return 'Please leave out web addresses.'
  return hasPhone(comparable) ? 'Please leave out phone numbers.' : undefined
}

/** Greek and Cyrillic letters that look like Latin ones, and these. */
const otherLetters = 'асеіјкморѕтухһԁԛԝναοιρςΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТХУ'
const latinLetters = 'aceijkmopstyxhdqwvaoipcabezhikmnoptyxabesijkmhopctxy'

/** Characters that look like a dot between letters, by the confusables of Unicode (UTS 39). */
const otherDots =
  /[\u00b0\u00b7\u05c5\u06d4\u0701\u0702\u0970\u1427\u16eb\u2022\u2027\u2218\u2219\u22c5\u2e31\u2e33\u2e3c\u3002\u30fb\u318d\ua4f8\ua60e\ua78f\u{10101}\u{10a50}\u{1d16d}]|(?<=\p{Script=Latin})[\u0660\u06f0](?=\p{Script=Latin})/gu

/** The text as a reader takes it: compatible characters and those that look like Latin letters or dots are one. */
function toComparableText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(invisible, '')
      .replace(/[\u0370-\u052f]/g, (letter) => latinLetters[otherLetters.indexOf(letter)] ?? letter)
      .toLowerCase()
      .normalize('NFD')
      // Accents. The vowel signs of other scripts stay.
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replace(otherDots, '.')
      .replace(/\s*[[({<]\s*(\.|dot)\s*[\])}>]\s*/g, '.')
  )
}

const wordEnd = '(?![\\p{L}\\p{N}])'

function hasEmail(text: string): boolean {
  return (
    /[^\s@]@[^\s@]+\.[\p{L}\p{M}]{2,}/u.test(text) ||
    /[[({<]\s*(at|@)\s*[\])}>]/.test(text) ||
    /(\bat\b|@)\s*(gmail|yahoo|hotmail|outlook|rediffmail|icloud|protonmail)\b/.test(text) ||
    /\b(gmail|yahoo|hotmail|rediffmail)[^\p{L}\p{N}]+com\b/u.test(text) ||
    /(\bat|@)\s*the\s*rate\b/.test(text) ||
    // Addresses of UPI, to which anyone can pay.
    /[\p{L}\p{N}]\s*@\s*(ok(axis|hdfcbank|icici|sbi)|ybl|ibl|axl|apl|upi|paytm)\b/u.test(text) ||
    /\bmailto:/.test(text)
  )
}

const spokenDot = new RegExp(
  `[\\p{L}\\p{N}][^\\p{L}\\p{N}]+dot[^\\p{L}\\p{N}]+(com|net|org|info|biz|xyz|in|me|io)${wordEnd}|\\p{L}dot(com|net|org)${wordEnd}|(डॉट|डाट)\\s*(कॉम|काम|इन)`,
  'u',
)
const spacedDot = new RegExp(
  `[\\p{L}\\p{N}]([^\\p{L}\\p{N}]*[.,][^\\p{L}\\p{N}]*|[*_~|^])(c\\s*o\\s*m|n\\s*e\\s*t|o\\s*r\\s*g)${wordEnd}`,
  'u',
)
/** 'evil . me': a space before the dot, which no abbreviation has. */
const spaceBeforeDot = new RegExp(
  `[\\p{L}\\p{N}]\\s+\\.\\s*(${[...commonEndings].join('|')})${wordEnd}`,
  'u',
)
const scheme =
  /:\/\/|\bh(tt|xx)ps?\b|\b(tel|sms|upi|javascript):|(^|[^\p{L}\p{N}])www\d*(?![\p{L}])/u
const ipAddress = /(^|[^\d.])(\d{1,3}\.){3}\d{1,3}(?![\d.])|[0-9a-f]{1,4}(:{1,2}[0-9a-f]{1,4}){2,}/
const dottedWords =
  /([\p{L}\p{N}-][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{N}-][\p{L}\p{M}\p{N}-]*)+)(:\d+)?(\/?)/gu

function hasWebAddress(comparable: string): boolean {
  const text = comparable.replace(/(?<=[a-z])0(?=[a-z])/g, 'o')
  return (
    scheme.test(text) ||
    spokenDot.test(text) ||
    spacedDot.test(text) ||
    spaceBeforeDot.test(text) ||
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
  /([12]\d|3[01]|0?[1-9])[-/. ](1[0-2]|0?[1-9])[-/. ](19|20)\d\d|(19|20)\d\d[-/.](1[0-2]|0?[1-9])[-/.]([12]\d|3[01]|0?[1-9])|(19|20)\d\d\s*[-–/]\s*(19|20)\d\d|([12]\d|3[01]|0?[1-9])\s*[-–]\s*([12]\d|3[01]|0?[1-9]),?\s+20\d\d/g

const digitWord = /zero|one|two|three|four|five|six|seven|eight|nine/g

/** The groups in which Indian numbers are written, with a short word between them: '98112 to 23344'. */
const dividedPhone = /(?<!\p{N})\p{N}{5}[^\p{L}\p{N}]*\p{L}{1,3}[^\p{L}\p{N}]*\p{N}{5}(?!\p{N})/u

/** Seven or more digits with no letters between them, also as English words, other than dates and years. */
function hasPhone(text: string): boolean {
  const digits = text
    .replace(/\b(zero|one|two|three|four|five|six|seven|eight|nine)+\b/g, (words) =>
      words.replace(digitWord, '0'),
    )
    .replace(/\b(double|triple)\b/g, '')
    .replace(/o(?=\p{N})/gu, '0')
    .replace(/(\p{N})o(?!\p{L})/gu, '$10')
  const runs = digits.match(/\p{N}(?:[^\p{L}\p{N}]*\p{N}){6,}/gu) ?? []
  return dividedPhone.test(text) || runs.some((run) => /\p{N}/u.test(run.replace(date, '')))
}
