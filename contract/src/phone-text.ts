// The text of a phone number without what people write between its digits. Without zod and libphonenumber.

const digit = /^\p{Nd}$/u

/** Digits of a script have consecutive code points in the order of their values. */
function toAsciiDigit(text: string): string {
  const code = text.codePointAt(0) ?? 0
  let value = 0
  while (digit.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

/**
 * Removes spaces, dashes, dots, slashes, brackets, invisible characters and the scheme of a link. Digits of all scripts
 * become ASCII digits, and a leading 00 becomes +.
 */
export function barePhone(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\s\p{Pd}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u2212./·•_]/gu, '')
    .replace(/^(tel|sms|whatsapp|phone|mobile|mob):?(?=[+(\d])/i, '')
    .replace(/^\(?00(?=[1-9])/, '+')
    .replace(/[()[\]]/g, '')
}
