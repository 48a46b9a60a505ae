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
}

/** The bought leads of the caller's agency; for the role `caller` those that are assigned to the caller. */
export function leadScopeOf({
  agencyId,
  userId,
  agentRole,
}: Pick<Caller, 'agencyId' | 'userId' | 'agentRole'>): LeadScope {
  const isLimited = agentRole === 'caller'
  return { userId: agencyId, byUserId: userId, ...(isLimited && { assignedTo: userId }) }
}

/** The condition for the purchases `p` of a scope. Every query of bought leads uses it. */
export function inScopeSql({ userId, assignedTo }: LeadScope): RawBuilder<boolean> {
  return assignedTo === undefined
    ? sql<boolean>`p.user_id = ${userId}`
    : sql<boolean>`p.user_id = ${userId} and p.assigned_to = ${assignedTo}`
}
