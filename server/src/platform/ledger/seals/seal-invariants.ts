import { sumsHashSql } from './seal-days.ts'

/** Lines of a hashed text, as `seal-encoding.ts` joins them. */
const textOf = (...lines: string[]) => `convert_to(concat_ws(chr(10), ${lines.join(', ')}), 'UTF8')`

/** @param openPostings a query that returns the number of postings since the last sealed day */
export const compareSealedCounts = (openPostings: string) => `
  with counts as materialized (
    select (select coalesce(sum(entries), 0) from sealed_days) as sealed_entries,
      (select count(*) from journal_entries where created_at < first_open_instant()) as entries,
      (select coalesce(sum(postings), 0) from sealed_days) as sealed_postings,
      (select coalesce(sum(postings), 0) from sealed_sums) as postings_of_sums,
      (select count(*) from postings) - (${openPostings}) as postings
  )
  select * from counts
  where sealed_entries <> entries or sealed_postings <> postings or postings_of_sums <> postings`

/**
 * Invariants of the sealed days that read no sealed posting. Each query returns the rows that violate it. The hashes
 * are computed again in SQL, independently of `seal-encoding.ts`.
 */
export const sealInvariants = {
  'each sealed day follows from the day before by its hash': `
    select number, day from (
      select *, row_number() over (order by number) as position,
        lag(day) over (order by number) as day_before, lag(hash) over (order by number) as hash_before
      from sealed_days
    ) d
    where number <> position or day <= day_before
      or previous_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
      or facts_hash <> sha256('\\x04'::bytea || key
        || ${textOf(
          'entries',
          'postings',
          'moved_paise',
          "encode(sums_hash, 'hex')",
          'actions',
          "encode(actions_hash, 'hex')",
        )})
      or body_hash <> sha256('\\x03'::bytea || ${textOf(
        "'raahi-day/2'",
        "to_char(day, 'YYYY-MM-DD')",
        'number',
        "encode(root, 'hex')",
        "encode(accounts_root, 'hex')",
        "encode(facts_hash, 'hex')",
      )})
      or hash <> sha256('\\x02'::bytea || previous_hash || body_hash)`,
  'the sealed sums of the accounts are those of the last sealed day': `
    select number, day from (select * from sealed_days order by number desc limit 1) last
    where sums_hash <> ${sumsHashSql}
    union all
    select null, null where exists (select from sealed_sums) and not exists (select from sealed_days)`,
  'no entry and no posting was added to a sealed day or removed from one': compareSealedCounts(`
    select count(*) from journal_entries e join postings p on p.entry_id = e.id
    where e.created_at >= first_open_instant()`),
  'each sealed day had the postings that were sealed when it was last read': `
    select day, found, checked_at from seal_checks where found is not null
    union all
    select day, 'is not checked', null from sealed_days where day not in (select day from seal_checks)`,
  'the sealed sums of the accounts are the sums of the sealed postings': `
    select coalesce(s.account_id, p.account_id) as account_id, s.amount_paise, p.amount_paise as paise_of_postings
    from sealed_sums s full join (
      select p.account_id, count(*) as postings, sum(p.amount_paise) as amount_paise
      from journal_entries e join postings p on p.entry_id = e.id
      where e.created_at < first_open_instant() group by 1
    ) p using (account_id)
    where (s.postings, s.amount_paise) is distinct from (p.postings, p.amount_paise)`,
}
