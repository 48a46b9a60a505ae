import type { Config } from '../../../config/index.ts'
import { validationFailure } from '../../../platform/http/validation.ts'

// Passwords that attackers try first: common words, alone or with a common ending. The lists cover more than six
// thousand passwords of eight or more characters.

const words = `
password passwort passw0rd p@ssword p@ssw0rd pass letmein welcome admin administrator root user guest login access master
qwerty qwertyui qwertyuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4
zaq12wsx abcdefgh abcd abcdef abc a1b2c3d4 aa iloveyou iloveu loveyou lovely lover forever sunshine princess football
baseball basketball cricket superman batman spiderman starwars pokemon dragon monkey tigger shadow michael jordan jennifer
charlie computer internet samsung google facebook instagram whatsapp flower butterfly chocolate cookie summer winter
secret trustno1 freedom whatever hello hellohello test testing tester demo changeme default temp temporary
india indian bharat hindustan mumbai delhi newdelhi bangalore bengaluru chennai kolkata hyderabad pune jaipur kerala
krishna ganesh ganesha hanuman shiva mahadev sairam saibaba omsairam jaishriram jaihind jaimatadi radheradhe harekrishna
sachin tendulkar dhoni virat kohli rohit rahul amit raj priya pooja neha anjali deepak sanjay vijay suresh ramesh mahesh
mother father family friend friends mummy papa sweety angel rockstar killer
raahi travel travels traveller travelagent tourism tour tours holiday holidays vacation marigold agency
`
  .trim()
  .split(/\s+/)

const endings = `
1 12 123 1234 12345 123456 12345678 123456789 01 007 11 111 69 786 99 000 21 22 23 24 25 26 2020 2021 2022 2023 2024 2025 2026
! !! @ @1 @12 @123 @1234 #1 #123 .123 _123 1! 123! 1@ 123@ 123#
`
  .trim()
  .split(/\s+/)

/** Common passwords that contain no word. */
const patterns =
  /^(?:0?12345678(?:9\d?)?|9?87654321\d?|(.)\1{7,11}|(.{2,4})\2{1,4}|1q2w3e4r5t6y|147258369|741852963|123123123|11223344|112233445566)$/

const common = new Set(words)

/** Returns whether a password is common, ignoring case. */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase()
  if (common.has(typed) || patterns.test(typed)) return true
  return endings.some(
    (ending) => typed.endsWith(ending) && common.has(typed.slice(0, -ending.length)),
  )
}

/**
 * Rejects a common password. A trial accepts it, because a trial stores no real data and its passwords are typed often.
 * @param field the form field that holds the password
 * @throws ApiFailure VALIDATION_FAILED
 */
export function refuseCommonPassword(
  { trial }: Pick<Config, 'trial'>,
  field: 'password' | 'newPassword',
  password: string,
): void {
  if (trial || !isCommonPassword(password)) return
  throw validationFailure({ [field]: 'This password is too common. Please choose another one.' })
}
