import {
  type NumberType,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import { invalidTexts, isIndianMobile, maxLengths } from './field-checks.ts'
import { barePhone } from './phone-text.ts'

// Reads phone numbers with the metadata of libphonenumber. The library is large, so schemas and forms import '@raahi/contract/phones':
// that is this file on the server, and phones-on-demand.ts in a browser.

type Reading = { phone: string } | { error: string }

/** How the errors begin that ask for a country code. */
const countryHint = 'begin with + and the country code, such as +91 or +44.'

export const phoneErrors = {
  letters: 'Use only digits, such as 98765 43210 or +44 20 7946 0958.',
  extension: 'Leave out the extension.',
  country: `Which country? Please ${countryHint}`,
  unknownCountry: 'No country has this code. Please check the digits after the +.',
  short: 'This number is too short. Please check the digits.',
  long: `This number is too long. If it is from abroad, ${countryHint}`,
  shortIndian: 'This number is too short. An Indian number has ten digits.',
  longIndian: 'This number is too long. An Indian number has ten digits.',
  notIndian: 'There is no such Indian number. Please check the digits.',
  longForeign: 'This number is too long for its country. Please check the digits.',
  shortForeign: 'This number is too short for its country. Please check the digits.',
  notForeign: 'There is no such number in its country. Please check the digits.',
  service: 'Enter the number of a person, not of a service line.',
} as const

const errorsByReason = {
  INVALID_COUNTRY: phoneErrors.unknownCountry,
  NOT_A_NUMBER: phoneErrors.unknownCountry,
  TOO_SHORT: phoneErrors.shortForeign,
  TOO_LONG: phoneErrors.longForeign,
  INVALID_LENGTH: phoneErrors.notForeign,
} as const

/** Kinds of numbers that reach no traveller or agent. */
const serviceTypes = new Set<NumberType>(['TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'UAN'])

/** @returns the E.164 form of a phone number, such as +919876543210; null if the text is not a phone number */
export function normalisePhone(text: string): string | null {
  const reading = readPhone(text)
  return 'phone' in reading ? reading.phone : null
}

/** Returns one sentence about an invalid number; undefined if it is valid. */
export function phoneError(text: string): string | undefined {
  const reading = readPhone(text)
  return 'error' in reading ? reading.error : undefined
}

/** The library is part of this file. */
export async function loadPhones(): Promise<void> {}

function readPhone(text: string): Reading {
  if (text.length > maxLengths.phone) return { error: invalidTexts.phone }
  const reading = readBare(barePhone(text))
  const withoutZero = text.replace('(0)', '')
  // A 0 in brackets is a trunk prefix, also where the country has none.
  return 'error' in reading && withoutZero !== text ? readBare(barePhone(withoutZero)) : reading
}

function readBare(bare: string): Reading {
  if (/\d(;?ext(n|ension)?[.:=]?|x|#)\d+$/i.test(bare)) return { error: phoneErrors.extension }
  if (/\p{L}/u.test(bare)) return { error: phoneErrors.letters }
  if (!/^\+?\d+$/.test(bare)) return { error: invalidTexts.phone }
  return bare.startsWith('+') ? readInternational(bare) : readNational(bare)
}

/**
 * Reads digits without a country code. A landline needs its leading 0, because ten digits that begin with 1 to 5 are
 * also numbers of other countries: (415) 555-0123 is one of San Francisco and one of Rajasthan.
 */
function readNational(digits: string): Reading {
  const withoutTrunk = digits.replace(/^0/, '')
  if (withoutTrunk.startsWith('0')) return { error: phoneErrors.notIndian }
  if (withoutTrunk.length < 10) return { error: phoneErrors.short }
  if (withoutTrunk.length === 10) {
    const isIndian = digits.length > 10 || /^[6-9]/.test(digits)
    return isIndian ? readInternational(`+91${withoutTrunk}`) : { error: phoneErrors.country }
  }
  // Links of WhatsApp contain the country code without +.
  return /^910?[6-9]\d{9}$/.test(withoutTrunk)
    ? readInternational(`+${withoutTrunk}`)
    : { error: phoneErrors.long }
}

/** @param phone + and digits. A trunk prefix after the country code is dropped, except in countries that dial it. */
function readInternational(phone: string): Reading {
  if (phone.startsWith('+91')) return readIndian(phone.slice(3).replace(/^0/, ''))
  try {
    const parsed = parsePhoneNumberWithError(phone)
    if (serviceTypes.has(parsed.getType())) return { error: phoneErrors.service }
    if (parsed.isValid()) return { phone: parsed.number }
  } catch {
    // The length below gives the reason.
  }
  return { error: errorsByReason[validatePhoneNumberLength(phone) ?? 'INVALID_LENGTH'] }
}

/**
 * @param digits after +91. All numbers that begin with 6 to 9 count, because new series are in use before the library
 * knows them.
 */
function readIndian(digits: string): Reading {
  if (digits.length < 10) return { error: phoneErrors.shortIndian }
  if (digits.length > 10) return { error: phoneErrors.longIndian }
  const phone = `+91${digits}`
  const exists =
    isIndianMobile(phone) || parsePhoneNumberWithError(phone).getType() === 'FIXED_LINE'
  return exists ? { phone } : { error: phoneErrors.notIndian }
}
