import { barePhone } from '@raahi/contract/phone-text'
import { normalisePhone } from '@raahi/contract/phones'
import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './like-pattern.ts'

/** A shorter text would match most numbers. */
const minDigits = 3

/**
 * The parts of stored phone numbers that a search text may mean: a number as a screen shows it, with a leading 0 or 00,
 * or a part of it.
 * @returns texts of digits, some with +; none if the text is not a phone number or a part of one
 */
export function phoneParts(search: string): string[] {
  const bare = barePhone(search.replace('(0)', ''))
  if (!/^\+?\d+$/.test(bare) || bare.replace('+', '').length < minDigits) return []
  // Numbers are stored without the leading 0 that people dial within India.
  const withoutTrunk = bare.replace(/^(\+?91)?0/, '$1')
  const normal = normalisePhone(search)
  return [...new Set([...(normal ? [normal] : []), withoutTrunk, bare])]
}

/**
 * A condition: the column contains a phone number that the search text means; null if the text is not one.
 * @param column stored phone numbers, or a longer text that contains one
 */
export function phoneCondition(
  column: RawBuilder<unknown>,
  search: string,
): RawBuilder<unknown> | null {
  const parts = phoneParts(search)
  if (parts.length === 0) return null
  const conditions = parts.map((part) => sql`${column} like ${likePattern(part)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}
