import type { AgentRole } from '@raahi/contract/agency-roles'
import { type Member, type MemberName, memberFigureDays } from '@raahi/contract/members'
import { rupeesFromPaise } from '@raahi/contract/money'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockAgency } from '../users/public/lock-agency.ts'

interface MemberRow {
  id: string
  name: string
  email: string
  phone: string | null
  agent_role: AgentRole
  daily_limit_paise: number | null
  suspended: boolean
  suspended_by_raahi: boolean
  created_at: Date
  last_active_at: Date | null
  open_leads: number
  contacts: number
  quotes: number
  won: number
  bought: number
}

/** By the owner or by Raahi. */
const isSuspendedSql = sql`(m.member_suspended_at is not null or m.status = 'suspended')`

/** The members of an agency by name, the owner first. */
export async function findMemberNames(db: Kysely<Schema>, agencyId: string): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    select m.id as _id, m.name, m.agent_role as role, ${isSuspendedSql} as suspended
    from users m where m.agency_id = ${agencyId} order by m.agent_role <> 'owner', m.name, m.id`.execute(
    db,
  )
  return rows
}

/** The members of an agency with their figures, the owner first. @param id only this one */
export async function findMembers(
  db: Kysely<Schema>,
  agencyId: string,
  id: string | null = null,
): Promise<Member[]> {
  const since = sql`now() - make_interval(days => ${memberFigureDays}::integer)`
  const { rows } = await sql<MemberRow>`
    with own as materialized (
      select p.id, coalesce(p.bought_by, p.user_id) as bought_by, p.assigned_to, p.created_at, p.replacement_status
      from purchases p where p.user_id = ${agencyId}
    ), members as (
      select u.* from users u where (u.id = ${agencyId} or u.agency_id = ${agencyId} and u.agency_id <> u.id)
        and (${id}::uuid is null or u.id = ${id}::uuid)
    )
    select m.id, m.name, m.email, m.phone, m.agent_role, m.daily_limit_paise, ${isSuspendedSql} as suspended, m.created_at,
      m.status = 'suspended' as suspended_by_raahi, m.last_active_at,
      (select count(*)::integer from own left join pipeline_cards c on c.purchase_id = own.id
        where own.assigned_to = m.id and own.replacement_status <> 'approved'
          and coalesce(c.stage, 'new') not in ('won', 'lost')) as open_leads,
      (select count(*)::integer from own join contact_attempts a on a.purchase_id = own.id
        where a.by_user_id = m.id and a.tapped_at > ${since}) as contacts,
      (select count(*)::integer from own join quotes q on q.purchase_id = own.id join quote_versions v on v.quote_id = q.id
        where coalesce(v.sent_by, q.user_id) = m.id and v.sent_at > ${since}) as quotes,
      (select count(*)::integer from own join pipeline_cards c on c.purchase_id = own.id
        where c.stage = 'won' and c.stage_since > ${since} and m.id = coalesce(own.assigned_to, (
          select v.by_user_id from pipeline_moves v where v.purchase_id = own.id and v.to_stage = 'won'
          order by v.moved_at desc, v.id desc limit 1))) as won,
      (select count(*)::integer from own where own.bought_by = m.id and own.created_at > ${since}) as bought
    from members m order by m.agent_role <> 'owner', m.name, m.id`.execute(db)
  return rows.map(toMember)
}

function toMember(row: MemberRow): Member {
  const { daily_limit_paise: limit } = row
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone ?? '',
    role: row.agent_role,
    dailyLimit: limit === null ? null : rupeesFromPaise(limit),
    suspended: row.suspended,
    suspendedByRaahi: row.suspended_by_raahi,
    joinedAt: row.created_at.toISOString(),
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
    openLeads: row.open_leads,
    contacts: row.contacts,
    quotes: row.quotes,
    won: row.won,
    bought: row.bought,
  }
}

/** @throws ApiFailure MEMBER_NOT_FOUND, also for a member of another agency */
export async function readMember(
  db: Kysely<Schema>,
  agencyId: string,
  id: string,
): Promise<Member> {
  const [found] = await findMembers(db, agencyId, id)
  if (!found) throw new ApiFailure('MEMBER_NOT_FOUND')
  return found
}

export interface LockedMember {
  id: string
  name: string
  email: string
  email_confirmed_at: Date | null
  agent_role: AgentRole
  daily_limit_paise: number | null
  member_suspended_at: Date | null
}

/**
 * Locks the agency, as a purchase does, and then the member. Running purchases are complete then, and later ones find the
 * change.
 * @throws ApiFailure MEMBER_NOT_FOUND, also for a member of another agency
 */
export async function lockMember(
  tx: Transaction,
  agencyId: string,
  id: string,
): Promise<LockedMember> {
  await lockAgency(tx, agencyId)
  const { rows } = await sql<LockedMember>`
    select id, name, email, email_confirmed_at, agent_role, daily_limit_paise, member_suspended_at
    from users where id = ${id} and agency_id = ${agencyId} for no key update`.execute(tx)
  const [found] = rows
  if (!found) throw new ApiFailure('MEMBER_NOT_FOUND')
  return found
}
