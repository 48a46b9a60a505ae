import { backTestMonths, oddsDays } from '@raahi/contract/return-odds'
import { policyLimits } from '@raahi/contract/return-policy'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { groupColumnsSql, leadGroupSql } from './lead-group.ts'

/** Limits of the estimated prior weight, in purchases. The estimate is poor if groups are few or do not differ. */
const minPriorWeight = 10
const maxPriorWeight = 1000

/** The report window of purchases without a policy: the longest window that a policy can have. */
const longestWindowDays = policyLimits.reportDays.max

/** Deletes the stored odds and their back-test. */
export async function deleteReturnOdds(tx: Transaction): Promise<void> {
  for (const table of [
    'return_odds',
    'return_odds_groups',
    'return_odds_months',
    'return_odds_tenths',
  ] as const) {
    await tx.deleteFrom(table).execute()
  }
}

/**
 * Computes and stores the odds of all groups as of a given time. The back-test compares each of the last months with
 * the odds that would have been computed on its first day.
 *
 * A purchase counts as of a time if its report window had ended and no request for it was pending at that time. It
 * counts as returned if a request had been approved by that time.
 */
export async function insertReturnOdds(tx: Transaction, at: Date): Promise<void> {
  await sql`
    with months as materialized (
      select (first - make_interval(months => n)) at time zone 'Asia/Kolkata' as starts_at,
        (first - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' as ends_at
      from date_trunc('month', ${at}::timestamptz at time zone 'Asia/Kolkata') first,
        generate_series(1, ${backTestMonths}::integer) n
    ), fits as materialized (
      select ${at}::timestamptz as fit_at union all select starts_at from months
    ), requests as (
      select purchase_id, min(decided_at) filter (where status = 'approved') as returned_at,
        range_agg(tstzrange(created_at,
          case when decided_at is not null then greatest(created_at, decided_at) end)) as pending
      from replacement_requests group by purchase_id
    ), policies as materialized (
      -- All purchases under one policy have the same window, so report_until is not called per purchase, which is slow.
      select starts_at, lead(starts_at, 1, 'infinity') over (order by starts_at) as ends_at,
        report_until(starts_at) - starts_at as report_window
      from return_policies
    ), outcomes as materialized (
      select p.id, p.created_at, requests.returned_at, requests.pending,
        p.created_at + coalesce(v.report_window, make_interval(days => ${longestWindowDays}::integer)) as closed_at,
        ${leadGroupSql(sql`p.created_at`)}
      from purchases p join leads l on l.id = p.lead_id
      left join lead_origins o on o.lead_id = l.id
      left join requests on requests.purchase_id = p.id
      left join policies v on p.created_at >= v.starts_at and p.created_at < v.ends_at
      where p.created_at >= (select min(fit_at) from fits) - make_interval(days => ${oddsDays}::integer)
    ), counted as materialized (
      select f.fit_at, ${groupColumnsSql}, count(*)::float8 as n,
        count(*) filter (where b.returned_at <= f.fit_at)::float8 as returned
      from fits f join outcomes b on b.closed_at <= f.fit_at
        and b.created_at >= f.fit_at - make_interval(days => ${oddsDays}::integer)
        and (b.pending @> f.fit_at) is not true
      group by f.fit_at, ${groupColumnsSql}
    ), rates as (
      select fit_at, sum(n) as n, sum(returned) as returned, sum(returned) / sum(n) as rate,
        count(*) as groups, sum(n * n) / sum(n) as weighted
      from counted group by fit_at
    ), spreads as (
      -- The moment estimator of a beta-binomial distribution: the difference of groups that chance does not explain.
      select r.*, (sum(c.n * (c.returned / c.n - r.rate) ^ 2) / nullif(r.rate * (1 - r.rate), 0) - (r.groups - 1))
        / nullif(r.n - r.weighted - (r.groups - 1), 0) as correlation
      from rates r join counted c using (fit_at)
      group by r.fit_at, r.n, r.returned, r.rate, r.groups, r.weighted
    ), priors as materialized (
      select fit_at, n, returned, rate, case when correlation > 0
        then least(${maxPriorWeight}::float8, greatest(${minPriorWeight}::float8, 1 / correlation - 1))
        else ${maxPriorWeight}::float8 end as weight
      from spreads
    ), tested as materialized (
      select m.starts_at, b.id, (b.returned_at is not null)::integer as returned, prior.rate,
        (coalesce(c.returned, 0) + prior.weight * prior.rate) / (coalesce(c.n, 0) + prior.weight) as predicted
      from months m join outcomes b on b.created_at >= m.starts_at and b.created_at < m.ends_at
        and b.closed_at <= ${at} and (b.pending @> ${at}::timestamptz) is not true
      join priors prior on prior.fit_at = m.starts_at
      left join counted c on c.fit_at = m.starts_at and (c.verification, c.source, c.completeness, c.has_travel_date,
        c.lead_type) = (b.verification, b.source, b.completeness, b.has_travel_date, b.lead_type)
    ), new_groups as (
      insert into return_odds_groups (${groupColumnsSql}, purchases, returned, odds)
      select ${groupColumnsSql}, c.n, c.returned,
        (c.returned + prior.weight * prior.rate) / (c.n + prior.weight)
      from counted c join priors prior using (fit_at) where fit_at = ${at}
    ), new_months as (
      insert into return_odds_months (month, tested, returned, brier, base_brier)
      select day_in_india(starts_at), count(*), sum(returned), avg((predicted - returned) ^ 2),
        avg((rate - returned) ^ 2)
      from tested group by starts_at
    ), new_tenths as (
      insert into return_odds_tenths (tenth, tested, predicted, returned)
      select tenth, count(*), avg(predicted), sum(returned)
      from (select ntile(10) over (order by predicted, id) as tenth, * from tested) parts group by tenth
    )
    insert into return_odds (computed_at, purchases, returned, base_rate, prior_weight, tested, brier, base_brier)
    select ${at}, coalesce(prior.n, 0), coalesce(prior.returned, 0), prior.rate,
      coalesce(prior.weight, ${maxPriorWeight}::float8), scores.tested, scores.brier, scores.base_brier
    from (select count(*) as tested, avg((predicted - returned) ^ 2) as brier,
      avg((rate - returned) ^ 2) as base_brier from tested) scores
    left join priors prior on prior.fit_at = ${at}`.execute(tx)
}
