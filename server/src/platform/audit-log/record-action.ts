import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import type { Caller } from '../http/caller.ts'
import { ApiFailure } from '../http/failure.ts'

/** The actor of an action and its request, for the audit log. */
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
  subjectType:
    | 'lead'
    | 'lead-cost'
    | 'user'
    | 'wallet'
    | 'plan'
    | 'subscription'
    | 'replacement'
    | 'enquiry'
    | 'contact-message'
    | 'personal-data'
    | 'settings'
    | 'job'
    | 'return-policy'
    | 'webhook'
    | 'payment'
    | 'invoice'
    | 'import'
    | 'source'
    | 'price-ageing'
    | 'key'
    | 'money-request'
  subjectId: string
  before?: object
  after?: object
}

/** Subjects whose entries may contain personal data of a traveller. */
const subjectsWithPersonalData = ['lead', 'enquiry', 'contact-message']
/** The fields of these subjects that identify no traveller. Every other field can be erased. */
const lastingFields = new Set([
  'id',
  'number',
  'leadId',
  'status',
  'reason',
  'answered',
  'expired',
  'underReview',
  'destination',
  'travelDays',
  'travelNights',
  'adult',
  'children',
  'infant',
  'tripType',
  'leadType',
  'budgetPerPerson',
  'priority',
  'costPaise',
  'hasEmail',
  'emailVerifiedAt',
  'phoneVerifiedAt',
  'createdAt',
  'replacementStatus',
])

/**
 * Writes an action to the append-only audit log, in the transaction of the action. The actor's row is locked until the
 * commit and checked: a suspension waits for the running action, or the action fails here. Personal data of travellers
 * is stored separately from the log, so that it can be erased.
 * @throws ApiFailure UNAUTHENTICATED if the actor or its agency was suspended since the access check
 */
export async function recordAction(tx: Transaction, actor: Actor, action: Action): Promise<void> {
  const { subjectType, subjectId } = action
  const before = splitPersonalData(action.before, subjectType)
  const after = splitPersonalData(action.after, subjectType)
  const { rows } = await sql`
    with entry as (
      insert into audit_log
        (actor_id, actor_role, action, subject_type, subject_id, before, after, request_id, ip)
      select id, role, ${action.action}, ${subjectType}, ${subjectId}::uuid,
        ${before.otherFields}::jsonb, ${after.otherFields}::jsonb, ${actor.requestId}, ${actor.ip}
      -- The role comes from the database: callers cannot choose it.
      from users u where id = ${actor.userId} and status = 'active' and member_suspended_at is null
        and not exists (select from users agency where agency.id = u.agency_id and agency.status <> 'active') for share
      returning id
    ), personal as (
      insert into audit_personal_data (audit_id, subject_id, before, after)
      select id, ${subjectId}::uuid, ${before.personal}::jsonb, ${after.personal}::jsonb
      from entry where ${before.personal !== null || after.personal !== null}::boolean
    )
    select id from entry`.execute(tx)
  if (rows.length === 0) throw new ApiFailure('UNAUTHENTICATED')
}

/** Splits a record into JSON without personal data and JSON of its personal data. Both are null without a record. */
function splitPersonalData(record: object | undefined, subjectType: Action['subjectType']) {
  if (!record) return { otherFields: null, personal: null }
  const isPersonal = ([key]: [string, unknown]) =>
    subjectsWithPersonalData.includes(subjectType) && !lastingFields.has(inCamelCase(key))
  const fields = Object.entries(record)
  const personal = fields.filter(isPersonal)
  return {
    otherFields: JSON.stringify(Object.fromEntries(fields.filter((field) => !isPersonal(field)))),
    personal: personal.length > 0 ? JSON.stringify(Object.fromEntries(personal)) : null,
  }
}

/** Records have names of columns or of the contract. */
function inCamelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
