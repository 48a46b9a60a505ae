import { invalidTexts, maxLengths } from './field-checks.ts'

// The normal form of emails. Without zod, so that a public page can load it.

/** Characters that are not seen: format characters, variation selectors, fillers, soft hyphens. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** Labels of at most 63 characters, the last of which begins with a letter: neither a number nor an IP address. */
const asciiDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

const maxLocalPart = 64

/**
 * The one writing of a mailbox (docs/decisions/0009-normal-forms.md): NFKC, no characters that are not seen, the domain in ASCII
 * by the URL standard, lower case. It is stored, compared, limited and erased by.
 * @returns null if the text has no such form
 */
export function normaliseEmail(text: string): string | null {
  const visible = toComparableEmail(text)
  const at = visible.lastIndexOf('@')
  const local = visible.slice(0, at)
  const domain = domainToAscii(visible.slice(at + 1), text)
  if (at < 1 || domain === null || local.length > maxLocalPart || !localPart.test(local))
    return null
  const email = `${local}@${domain}`
  return email.length <= maxLengths.email ? email : null
}

export function emailError(text: string): string | undefined {
  const isValid = text.length <= maxLengths.email && normaliseEmail(text) !== null
  return isValid ? undefined : invalidTexts.email
}

/** The form in which emails, or parts of them, are compared. Only ASCII letters change their case. */
export function toComparableEmail(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * @param typed the text before joiners were removed: they belong to some domains in Indian scripts, which have no form
 * without them
 */
function domainToAscii(domain: string, typed: string): string | null {
  // Other characters end the host of a URL, are decoded in it or are skipped.
  if (/[^\p{L}\p{M}\p{N}.\u3002-]/u.test(domain)) return null
  const isAscii = /^[ -~]*$/.test(domain)
  if (!isAscii && /[\u200c\u200d]/.test(typed)) return null
  const url = `http://${domain}`
  if (!URL.canParse(url)) return null
  const { hostname } = new URL(url)
  return hostname.length <= 253 && asciiDomain.test(hostname) ? hostname : null
}
