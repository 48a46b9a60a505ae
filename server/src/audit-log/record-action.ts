import type { Role } from '@raahi/contract/users'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import type { Caller } from '../http/caller.ts'

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

/** Writes an action into the append-only audit log, in the transaction that does it. */
export async function recordAction(tx: Transaction, actor: Actor, action: Action): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actor.userId,
      // As the database knows it: no caller can name itself another.
      actor_role: sql<Role>`(select role from users where id = ${actor.userId})`,
      action: action.action,
      subject_type: action.subjectType,
      subject_id: action.subjectId,
      before: action.before ? JSON.stringify(action.before) : null,
      after: action.after ? JSON.stringify(action.after) : null,
      request_id: actor.requestId,
      ip: actor.ip,
    })
    .execute()
}
