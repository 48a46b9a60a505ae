import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import type { Caller } from '../http/caller.ts'
import { ApiFailure } from '../http/failure.ts'

/** Who does something, and in which request: what the audit log keeps of it. */
export interface Actor {
  userId: string
  requestId: string
  ip: string
}

export function actorOf(call: { caller: Caller; request: FastifyRequest }): Actor {
  return { userId: call.caller.userId, requestId: call.request.id, ip: call.request.ip }
}

export interface Action {
  /** `<subject>.<verb>`, such as `lead.edit`. */
  action: string
  subjectType: 'lead' | 'lead-cost' | 'user' | 'wallet' | 'plan' | 'subscription' | 'replacement'
  subjectId: string
  before?: object
  after?: object
}

/**
 * Writes an action into the append-only audit log, in the transaction that does it. The actor's row is locked until that
 * commits, and looked at: a suspension waits for what its user is doing, or finds it undone here.
 * @throws ApiFailure UNAUTHENTICATED where the actor has been suspended since the request was let in
 */
export async function recordAction(tx: Transaction, actor: Actor, action: Action): Promise<void> {
  const { rows } = await sql`
    insert into audit_log
      (actor_id, actor_role, action, subject_type, subject_id, before, after, request_id, ip)
    select id, role, ${action.action}, ${action.subjectType}, ${action.subjectId}::uuid,
      ${action.before ? JSON.stringify(action.before) : null}::jsonb,
      ${action.after ? JSON.stringify(action.after) : null}::jsonb,
      ${actor.requestId}, ${actor.ip}
    -- The role as the database knows it: no caller can name itself another.
    from users where id = ${actor.userId} and status = 'active' for share
    returning id`.execute(tx)
  if (rows.length === 0) throw new ApiFailure('UNAUTHENTICATED')
}
