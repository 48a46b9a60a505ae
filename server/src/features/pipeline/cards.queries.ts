import type { ReplacementStatus } from '@raahi/contract/leads'
import {
  cardsPerColumn,
  type PipelineFilterQuery,
  type PipelineSort,
} from '@raahi/contract/pipeline'
import {
  type LostReason,
  type PipelineColumn,
  type PipelineStage,
  pipelineStages,
} from '@raahi/contract/pipeline-labels'
import type { PayWay } from '@raahi/contract/purchases'
import type { QuoteState } from '@raahi/contract/quote-rules'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inDays } from '../../platform/database/in-days.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { contactStoppedSql } from '../leads/public/contact-stopped.ts'
import type { TripRow } from '../leads/public/lead-response.ts'
import { inScopeSql, type LeadScope } from '../leads/public/lead-scope.ts'
import { tripColumnsSql } from '../leads/public/leads.queries.ts'
import { hasPlaceSql } from '../leads/public/place-columns.ts'
import { searchCondition } from '../leads/public/purchase-search.ts'
import { columnSql, type LastContactRow, lastContactSql } from './public/card-columns.ts'
import { quoteStateSql, quoteTotalSql } from './quote-state.ts'

/** A purchase with its card, or with default values if no card is stored. */
export interface CardRow extends Omit<TripRow<'leads'>, 'created_at'> {
  purchase_id: string
  lead_id: string
  phone: string
  email: string | null
  contact_stopped: boolean
  is_erased: boolean
  cost_paise: number
  paid_with: PayWay
  bought_at: Date
  replacement_status: ReplacementStatus
  stage: PipelineStage
  stage_since: Date
  follow_up_on: string | null
  follow_up_minute: number | null
  won_paise: number | null
  lost_reason: LostReason | null
  lost_text: string | null
  last_contact: LastContactRow
  notes: number
  quote: QuoteState | null
  quote_total_paise: number | null
  /** Parsed from JSON. */
  assignee: { _id: string; name: string } | null
  version: number
}

const cardColumnSql = columnSql(sql`c.stage`)

/** The columns of `CardRow` for the purchases `p`. */
const cardColumnsSql = sql`
  ${tripColumnsSql('l')}, p.id as purchase_id, p.lead_id, l.phone, l.email, ${contactStoppedSql} as contact_stopped,
  p.traveller_erased_at is not null as is_erased, p.cost_paise, p.paid_with, p.created_at as bought_at, p.replacement_status,
  coalesce(c.stage, 'new') as stage, coalesce(c.stage_since, p.created_at) as stage_since,
  c.follow_up_on, c.follow_up_minute, c.won_paise, c.lost_reason, c.lost_text, coalesce(c.version, 0) as version,
  ${lastContactSql} as last_contact,
  case when p.assigned_to is not null then
    (select json_build_object('_id', m.id, 'name', m.name) from users m where m.id = p.assigned_to) end as assignee,
  (select count(*)::integer from purchase_notes n where n.purchase_id = p.id) as notes,
  ${quoteStateSql} as quote, ${quoteTotalSql} as quote_total_paise`

const cardJoinsSql = sql`
  join leads l on l.id = p.lead_id
  left join pipeline_cards c on c.purchase_id = p.id`

/** The order of a column: follow-ups first, then the latest stage change. */
const columnOrderSql = sql`follow_up_on, since desc, id desc`

/** A card on a page of a column, with the parts of its position. */
type PlacedRow = CardRow & { column: PipelineColumn; since_us: number }

/** All purchases of an agent with their positions on the board. For the purchases, PostgreSQL reads only an index. */
const placedCardsSql = (scope: LeadScope) => sql`
  select p.id, ${cardColumnSql} as "column", c.follow_up_on, coalesce(c.stage_since, p.created_at) as since
  from purchases p left join pipeline_cards c on c.purchase_id = p.id and c.user_id = ${scope.userId}
  where ${inScopeSql(scope)}`

const sinceUsSql = sql`(extract(epoch from since) * 1000000)::bigint`

/** Reads the totals of the columns and, for each stage, one card more than a page has, in one snapshot. */
export async function findBoard(
  db: Kysely<Schema>,
  scope: LeadScope,
): Promise<{ today: string; totals: Partial<Record<PipelineColumn, number>>; rows: PlacedRow[] }> {
  const { rows } = await sql<
    { today: string; totals: Partial<Record<PipelineColumn, number>> | null } & (
      | PlacedRow
      | { purchase_id: null }
    )
  >`
    with own as materialized (${placedCardsSql(scope)}),
    totals as (
      select json_object_agg("column", n) as totals from (select "column", count(*) as n from own group by 1) counted
    ), picked as materialized (
      select first.*, ${sinceUsSql} as since_us from unnest(${[...pipelineStages]}::text[]) stage (name) cross join lateral (
        select * from own where own."column" = stage.name order by ${columnOrderSql} limit ${cardsPerColumn + 1}
      ) first
    )
    select today_in_india() as today, totals.totals, shown.*
    from totals left join (
      select ${cardColumnsSql}, picked."column", picked.since_us, picked.follow_up_on as "order_1", picked.since as "order_2"
      from picked join purchases p on p.id = picked.id ${cardJoinsSql}
    ) shown on true
    order by order_1, order_2 desc, purchase_id desc`.execute(db)
  return {
    today: rows[0]?.today ?? '',
    totals: rows[0]?.totals ?? {},
    rows: rows.filter((row): row is typeof row & PlacedRow => row.purchase_id !== null),
  }
}

/** A position in a column. */
export interface CardPosition {
  /** Null: the card has no follow-up. Such cards come last. */
  followUpOn: string | null
  sinceUs: number
  purchaseId: string
}

/** The cards of a column after a position, or from the first card if no position is given. */
export async function findColumnPage(
  db: Kysely<Schema>,
  of: LeadScope & { column: PipelineColumn; after: CardPosition | undefined; limit: number },
): Promise<PlacedRow[]> {
  const { after } = of
  const afterOn = after?.followUpOn ?? 'infinity'
  const condition = after
    ? sql`and (coalesce(follow_up_on, 'infinity') > ${afterOn}::date
        or coalesce(follow_up_on, 'infinity') = ${afterOn}::date
          and (${sinceUsSql}, id) < (${after.sinceUs}::bigint, ${after.purchaseId}::uuid))`
    : sql``
  const { rows } = await sql<PlacedRow>`
    with picked as materialized (
      select *, ${sinceUsSql} as since_us from (${placedCardsSql(of)}) own
      where "column" = ${of.column} ${condition} order by ${columnOrderSql} limit ${of.limit}
    )
    select ${cardColumnsSql}, picked."column", picked.since_us
    from picked join purchases p on p.id = picked.id ${cardJoinsSql}
    order by picked.follow_up_on, picked.since desc, picked.id desc`.execute(db)
  return rows
}

export type CardFilter = Omit<PipelineFilterQuery, 'assignee'> & LeadScope

const orders: Record<PipelineSort, RawBuilder<unknown>> = {
  '-boughtAt': sql`p.created_at desc, p.id desc`,
  boughtAt: sql`p.created_at, p.id`,
  followUp: sql`c.follow_up_on, c.follow_up_minute, p.created_at desc, p.id desc`,
  '-stageSince': sql`coalesce(c.stage_since, p.created_at) desc, p.id desc`,
  stageSince: sql`coalesce(c.stage_since, p.created_at), p.id`,
}

/** A page of cards with the exact total, read in one snapshot by one statement. */
export async function findCardPage(
  db: Kysely<Schema>,
  filter: CardFilter,
  { sort, offset, limit }: { sort: PipelineSort; offset: number; limit: number },
): Promise<{ total: number; rows: CardRow[] }> {
  const source = filteredCards(filter)
  const { rows } = await sql<{ total: number } & (CardRow | { purchase_id: null })>`
    with picked as materialized (
      select p.id, row_number() over (order by ${orders[sort]}) as position ${source}
      order by ${orders[sort]} offset ${offset} limit ${limit}
    )
    select counted.n as total, shown.* from (select count(*) as n ${source}) counted
    left join (
      select ${cardColumnsSql}, picked.position from picked join purchases p on p.id = picked.id ${cardJoinsSql}
    ) shown on true
    order by shown.position`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    // A page beyond the last one has only the total.
    rows: rows.filter((row): row is { total: number } & CardRow => row.purchase_id !== null),
  }
}

/** The FROM and WHERE clauses. Leads are joined only if a filter needs them. */
function filteredCards(filter: CardFilter): RawBuilder<unknown> {
  const ofLead = [
    filter.destination && hasPlaceSql('l', 'destination', filter.destination),
    filter.search && searchCondition(filter.search),
  ]
  const conditions = joinConditions([
    inScopeSql(filter),
    filter.column && sql`${cardColumnSql} = ${filter.column}`,
    filter.followUp && followUpConditions[filter.followUp],
    inDays(sql`p.created_at`, filter),
    ...ofLead,
  ])
  const leads = ofLead.some(Boolean) ? sql`join leads l on l.id = p.lead_id` : sql``
  return sql`from purchases p left join pipeline_cards c on c.purchase_id = p.id and c.user_id = ${filter.userId}
    ${leads} where ${conditions}`
}

const followUpConditions = {
  due: sql`c.follow_up_on <= today_in_india()`,
  today: sql`c.follow_up_on = today_in_india()`,
  overdue: sql`c.follow_up_on < today_in_india()`,
  upcoming: sql`c.follow_up_on > today_in_india()`,
  none: sql`c.follow_up_on is null`,
}

/** One card of an agent. Undefined for an unknown lead and for a lead of another agent. */
export async function findCard(
  db: Kysely<Schema>,
  { leadId, ...scope }: LeadScope & { leadId: string },
): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select ${cardColumnsSql} from purchases p ${cardJoinsSql}
    where p.lead_id = ${leadId} and ${inScopeSql(scope)}`.execute(db)
  return rows[0]
}

export interface FollowUpsRow {
  today: string
  due_today: number
  overdue: number
  upcoming: number
}

/** The cards of a scope. Only a scope of assigned leads reads the purchases. */
const joinScopeSql = (scope: LeadScope) =>
  scope.assignedTo === undefined && !scope.isUnassigned
    ? sql`where c.user_id = ${scope.userId}`
    : sql`join purchases p on p.id = c.purchase_id where ${inScopeSql(scope)}`

/** The counts of an agent's follow-ups, and the first ones that are due. */
export async function findFollowUps(
  db: Kysely<Schema>,
  scope: LeadScope,
  limit: number,
): Promise<{ counts: FollowUpsRow; rows: CardRow[] }> {
  const counted = await sql<FollowUpsRow>`
    select today_in_india() as today,
      count(*) filter (where follow_up_on = today_in_india())::integer as due_today,
      count(*) filter (where follow_up_on < today_in_india())::integer as overdue,
      count(*) filter (where follow_up_on > today_in_india())::integer as upcoming
    from pipeline_cards c ${joinScopeSql(scope)} and follow_up_on <= today_in_india() + 7`.execute(
    db,
  )
  const { rows } = await sql<CardRow>`
    with picked as materialized (
      select c.purchase_id, follow_up_on as due_on, follow_up_minute as due_minute from pipeline_cards c
      ${joinScopeSql(scope)} and follow_up_on <= today_in_india()
      order by follow_up_on, follow_up_minute, c.purchase_id limit ${limit}
    )
    select ${cardColumnsSql} from picked join purchases p on p.id = picked.purchase_id ${cardJoinsSql}
    order by picked.due_on, picked.due_minute, p.id`.execute(db)
  const [counts] = counted.rows
  if (!counts) throw new Error('the query of the follow-ups returned no row')
  return { counts, rows }
}

/** The cards of purchases before a given purchase, newest first, or from the newest if no purchase is given. */
export async function findCardsBelow(
  db: Kysely<Schema>,
  filter: CardFilter,
  below: string | undefined,
  limit: number,
): Promise<CardRow[]> {
  const condition = below
    ? sql`and (p.created_at, p.id) < (select created_at, id from purchases where id = ${below})`
    : sql``
  const { rows } = await sql<CardRow>`
    select ${cardColumnsSql} from purchases p ${cardJoinsSql}
    where p.id = any (array(select p.id ${filteredCards(filter)} ${condition}
      order by p.created_at desc, p.id desc limit ${limit}))
    order by p.created_at desc, p.id desc`.execute(db)
  return rows
}
