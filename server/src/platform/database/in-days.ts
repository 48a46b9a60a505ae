import { type RawBuilder, sql } from 'kysely'
import { joinConditions } from './join-conditions.ts'

/** Days in Asia/Kolkata as YYYY-MM-DD, both included. An absent one is no limit. */
export interface DayRange {
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Whether a time is in these days; undefined without a limit. */
export function inDays(
  time: RawBuilder<unknown>,
  { startDate, endDate }: DayRange,
): RawBuilder<boolean> | undefined {
  if (!startDate && !endDate) return undefined
  return joinConditions([
    startDate && sql`${time} >= day_start_in_india(${startDate}::date)`,
    endDate && sql`${time} < day_start_in_india(${endDate}::date + 1)`,
  ])
}
