import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'

// The database reads the day in India from one function, which tests replace to choose the day or to move midnight.

/** Sets the day in India, independently of the clock. */
export async function setDayInIndia({ kysely }: Database, day: string): Promise<void> {
  await sql`create or replace function day_in_india(p_at timestamptz) returns date language sql immutable
    as ${sql.lit(`select date '${day}'`)}`.execute(kysely)
}

/** Moves the next midnight in India to this many milliseconds from now. @returns the days before and after it */
export async function setMidnightInIndia(
  { kysely }: Database,
  inMs: number,
): Promise<{ before: string; after: string }> {
  const { rows } = await sql<{ clock_behind: string; before: string; after: string }>`
    with next as (
      select date_trunc('day', clock_timestamp() at time zone 'Asia/Kolkata') + interval '1 day' as midnight
    )
    select (midnight at time zone 'Asia/Kolkata' - clock_timestamp()
        - ${inMs}::integer * interval '1 millisecond')::text as clock_behind,
      (midnight - interval '1 day')::date::text as before, midnight::date::text as after
    from next`.execute(kysely)
  const [shift] = rows
  if (!shift) throw new Error('the query for the next midnight returned no row')
  await sql`create or replace function day_in_india(p_at timestamptz) returns date language sql immutable
    as ${sql.lit(
      `select ((p_at + interval '${shift.clock_behind}') at time zone 'Asia/Kolkata')::date`,
    )}`.execute(kysely)
  return { before: shift.before, after: shift.after }
}
