import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'

interface Assignment {
  leadIds: readonly string[]
  /** Null: to no member. Undefined: in turn. */
  memberId?: string | null | undefined
}

/**
 * Assigns bought leads of an agency. In turn, each lead goes to the active caller with the fewest open leads, so that
 * repeated calls share the leads evenly; an agency without callers uses all active members.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agency; MEMBER_NOT_FOUND, MEMBER_SUSPENDED
 */
export async function assignLeads(
  database: Database,
  agencyId: string,
  { leadIds, memberId }: Assignment,
): Promise<{ leadId: string; memberId: string | null }[]> {
  const unique = [...new Set(leadIds)]
  return withTransaction(database, async (tx) => {
    // Calls of one agency run one after the other, so that each counts the leads that earlier ones assigned.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`assignments of ${agencyId}`}, 0))`.execute(
      tx,
    )
    if (memberId) await checkMember(tx, agencyId, memberId)
    const before = await findAssignees(tx, agencyId, unique)
    const turns = memberId === undefined ? await countOpenLeads(tx, agencyId, unique) : []
    const assigned: { leadId: string; memberId: string | null }[] = []
    // In the order of their ids, as every transaction that locks several purchases.
    for (const leadId of unique.toSorted()) {
      const [next] = turns.toSorted((a, b) => a.n - b.n)
      if (next) next.n += 1
      const to = next?.id ?? memberId ?? null
      const { numUpdatedRows } = await tx
        .updateTable('purchases')
        .set({ assigned_to: to })
        .where('lead_id', '=', leadId)
        .where('user_id', '=', agencyId)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ApiFailure('LEAD_NOT_FOUND')
      assigned.push({ leadId, memberId: to })
    }
    await tx
      .insertInto('lead_events')
      .values([
        ...unique.map((id) => ({ kind: 'pipeline' as const, subject_id: id })),
        ...before.map((id) => ({ kind: 'unassigned' as const, subject_id: id })),
      ])
      .execute()
    return assigned
  })
}

/** The members that have these leads. Their screens read the lists again. */
async function findAssignees(
  tx: Transaction,
  agencyId: string,
  leadIds: string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('purchases')
    .select('assigned_to')
    .distinct()
    .where('lead_id', 'in', leadIds)
    .where('user_id', '=', agencyId)
    .execute()
  return rows.flatMap(({ assigned_to }) => assigned_to ?? [])
}

async function checkMember(tx: Transaction, agencyId: string, id: string): Promise<void> {
  const member = await tx
    .selectFrom('users')
    .select(['member_suspended_at', 'status'])
    .where('id', '=', id)
    .where('agency_id', '=', agencyId)
    .forShare()
    .executeTakeFirst()
  if (!member) throw new ApiFailure('MEMBER_NOT_FOUND')
  if (member.member_suspended_at || member.status !== 'active')
    throw new ApiFailure('MEMBER_SUSPENDED')
}

/** The members that take turns, each with the number of open leads without those that are being assigned. */
async function countOpenLeads(
  tx: Transaction,
  agencyId: string,
  leadIds: readonly string[],
): Promise<{ id: string; n: number }[]> {
  const { rows } = await sql<{ id: string; n: number; is_caller: boolean }>`
    select u.id, u.agent_role = 'caller' as is_caller, (
      select count(*)::integer from purchases p left join pipeline_cards c on c.purchase_id = p.id
      where p.assigned_to = u.id and p.replacement_status <> 'approved' and not p.lead_id = any(${[...leadIds]}::uuid[])
        and coalesce(c.stage, 'new') not in ('won', 'lost')) as n
    from users u where u.agency_id = ${agencyId} and u.member_suspended_at is null and u.status = 'active'
    order by u.id`.execute(tx)
  const callers = rows.filter((row) => row.is_caller)
  return callers.length > 0 ? callers : rows
}
