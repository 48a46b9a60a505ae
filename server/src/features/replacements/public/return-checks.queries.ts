import {
  type CheckFinding,
  type OwnReturnRate,
  type ReturnCheck,
  type ReturnCheckCode,
  type ReturnRate,
  returnChecks,
} from '@raahi/contract/return-checks'
import type { TravellerAnswer } from '@raahi/contract/traveller-question'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import { leadLabel } from '../../leads/public/lead-response.ts'

/** The result of a check, parsed from JSON. */
export interface CheckRow {
  check: ReturnCheckCode
  found: CheckFinding | null
  on: string | null
  other_number: number | null
  other_buyer: string | null
  approves: boolean
}

/** The checks of the request `r`, in their order. */
export const checksSql = sql<CheckRow[]>`
  coalesce((
    select json_agg(json_build_object('check', c.check_code, 'found', c.found,
      'on', day_in_india(c.happened_at), 'other_number', other.number, 'other_buyer', buyer.company_name,
      'approves', check_approves(v, c.check_code, c.found))
      order by array_position(${Object.keys(returnChecks)}::text[], c.check_code))
    from replacement_checks c join return_policies v on v.version = r.policy_version
    left join leads other on other.id = c.other_lead_id
    left join purchases sale on sale.lead_id = other.id
    left join users buyer on buyer.id = sale.user_id
    where c.request_id = r.id), '[]')`

/** The question to the traveller of a bought lead, parsed from JSON. */
export interface QuestionRow {
  askedOn: string
  answer: TravellerAnswer | null
  answeredOn: string | null
  wasInTime: boolean | null
  approves: boolean
}

/** The question to the traveller about purchase `p` of request `r`. Null: the traveller was not asked. */
export const questionSql = sql<QuestionRow | null>`
  (select json_build_object('askedOn', day_in_india(q.asked_at), 'answer', q.answer,
      'answeredOn', day_in_india(q.answered_at), 'wasInTime', q.was_in_time,
      'approves', answer_proves(q) and v.traveller_approves)
    from traveller_questions q join return_policies v on v.version = r.policy_version
    where q.lead_id = p.lead_id and q.erased_at is null)`

/** The return rate of the agent at the time of request `r`. Null: the purchase has no policy. */
export const rateSql = sql<ReturnRate | null>`
  (select json_build_object('purchases', r.recent_purchases, 'returned', r.recent_returns,
      'maxPercent', v.max_return_percent, 'minPurchases', v.rate_purchases,
      'isAbove', is_above_return_rate(v, r.recent_purchases, r.recent_returns),
      'automatic', coalesce(r.recent_automatic, 0), 'maxAutomatic', v.max_automatic)
    from return_policies v where v.version = r.policy_version and r.recent_purchases is not null)`

/**
 * Maps a check to its wire format. Agents get neither the lead of another agent with the same contact, nor its buyer.
 */
export function toCheck(row: CheckRow, reader: 'agent' | 'admin'): ReturnCheck {
  const isShown = reader === 'admin' || row.check === 'same-contact'
  return {
    check: row.check,
    found: row.found,
    on: row.on,
    otherLead: isShown && row.other_number !== null ? leadLabel(row.other_number) : null,
    otherBuyer: reader === 'admin' ? row.other_buyer : null,
    approves: row.approves,
  }
}

/**
 * The present return rate of an agent, with the terms of the policy of a purchase.
 * @returns null if the purchase has no policy, undefined if the agent has not bought the lead
 */
export async function findReturnRate(
  db: Kysely<Schema>,
  userId: string,
  leadId: string,
): Promise<OwnReturnRate | null | undefined> {
  const { rows } = await sql<{ rate: OwnReturnRate | null }>`
    select case when v.version is not null then json_build_object(
        'purchases', rate.purchases, 'returned', rate.returned,
        'maxPercent', v.max_return_percent, 'minPurchases', v.rate_purchases,
        'isAbove', is_above_return_rate(v, rate.purchases, rate.returned),
        'automatic', automatic_returns(p.user_id, now()), 'maxAutomatic', v.max_automatic,
        'checksApprove', (v.same_contact_approves or v.sold_before_approves or v.withdrawn_approves)
          and not exists (select from replacement_requests r where r.purchase_id = p.id and r.status = 'rejected')) end as rate
    from purchases p cross join lateral return_policy_at(p.created_at) v
    cross join lateral return_rate(p.user_id, now()) rate
    where p.lead_id = ${leadId} and p.user_id = ${userId}`.execute(db)
  return rows[0]?.rate
}
