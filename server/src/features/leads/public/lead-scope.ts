import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'

/** Whose bought leads a request reads or changes, and who makes it. */
export interface LeadScope {
  /** The agency that bought them. */
  userId: string
  /** The member that acts. Absent: the founder. */
  byUserId?: string | undefined
  /** Only the leads that are assigned to this member. */
  assignedTo?: string | undefined
  /** Only the leads that are assigned to no member. */
  isUnassigned?: boolean
  /** The reader learns nothing about money. */
  hidesMoney?: boolean
}

/** The bought leads of the caller's agency; for the role `caller` those that are assigned to the caller. */
export function leadScopeOf(
  { agencyId, userId, agentRole }: Pick<Caller, 'agencyId' | 'userId' | 'agentRole'>,
  assignee?: AssigneeFilter,
): LeadScope {
  const hidesMoney = agentRole === 'caller'
  return {
    userId: agencyId,
    byUserId: userId,
    hidesMoney,
    ...((hidesMoney || assignee === 'me') && { assignedTo: userId }),
    ...(assignee === 'none' && { isUnassigned: true }),
  }
}

/** The condition for the purchases `p` of a scope. Every query of bought leads uses it. */
export function inScopeSql({ userId, assignedTo, isUnassigned }: LeadScope): RawBuilder<boolean> {
  const assigned = assignedTo === undefined ? sql`` : sql`and p.assigned_to = ${assignedTo}`
  const unassigned = isUnassigned ? sql`and p.assigned_to is null` : sql``
  return sql<boolean>`p.user_id = ${userId} ${assigned} ${unassigned}`
}
