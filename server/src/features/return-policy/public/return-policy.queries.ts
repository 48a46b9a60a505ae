import type { PolicyTerms, ReturnPolicy } from '@raahi/contract/return-policy'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

interface PolicyRow {
  version: number
  starts_at: Date
  report_days: number
  decide_hours: number
  approves_late: boolean
  same_contact_approves: boolean
  sold_before_approves: boolean
  withdrawn_approves: boolean
  traveller_approves: boolean
  max_return_percent: number
  rate_purchases: number
  max_automatic: number
  created_by: string | null
  created_by_name: string | null
}

/** The latest versions, newest first. */
export async function findPolicies(db: Kysely<Schema>, limit: number): Promise<ReturnPolicy[]> {
  const { rows } = await sql<PolicyRow>`
    select p.*, u.name as created_by_name from return_policies p left join users u on u.id = p.created_by
    order by p.version desc limit ${limit}`.execute(db)
  return rows.map(toPolicy)
}

/** The policy in force. */
export async function findPolicy(db: Kysely<Schema>): Promise<ReturnPolicy> {
  const [policy] = await findPolicies(db, 1)
  if (!policy) throw new Error('the first return policy is missing')
  return policy
}

function toPolicy(row: PolicyRow): ReturnPolicy {
  const { created_by: id, created_by_name: name } = row
  return {
    version: row.version,
    startsAt: row.starts_at.toISOString(),
    reportDays: row.report_days,
    decideHours: row.decide_hours,
    approvesLate: row.approves_late,
    sameContactApproves: row.same_contact_approves,
    soldBeforeApproves: row.sold_before_approves,
    withdrawnApproves: row.withdrawn_approves,
    travellerApproves: row.traveller_approves,
    maxReturnPercent: row.max_return_percent,
    ratePurchases: row.rate_purchases,
    maxAutomatic: row.max_automatic,
    by: id === null || name === null ? null : { _id: id, name },
  }
}

/** The columns of `return_policies` that contain the terms. */
export function toColumns(terms: PolicyTerms) {
  return {
    report_days: terms.reportDays,
    decide_hours: terms.decideHours,
    approves_late: terms.approvesLate,
    same_contact_approves: terms.sameContactApproves,
    sold_before_approves: terms.soldBeforeApproves,
    withdrawn_approves: terms.withdrawnApproves,
    traveller_approves: terms.travellerApproves,
    max_return_percent: terms.maxReturnPercent,
    rate_purchases: terms.ratePurchases,
    max_automatic: terms.maxAutomatic,
  }
}
