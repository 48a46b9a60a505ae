import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { maxLengths } from './field-checks.ts'
import {
  day,
  filterText,
  id,
  instant,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
} from './fields.ts'

/** An action of a user or of the server, as stored in the append-only audit log. */
export const auditEntry = z.object({
  _id: z.int(),
  at: instant,
  /** Null if the operator acted at the console, or the server acted without a user. */
  actor: z.object({ _id: id, name: z.string(), email: z.string(), role: z.string() }).nullable(),
  /** Such as `lead.delete`. */
  action: z.string(),
  subjectType: z.string(),
  subjectId: id.nullable(),
  /** The name of the subject, such as a lead's number or a user's name; null if it has none. */
  subject: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().nullable(),
  ip: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

/** admins: the actions of admins and of the console. all: the actions of all users. */
export const auditActors = ['admins', 'all'] as const

export const listAuditLog = endpoint('GET', '/api/audit-log', {
  name: 'listAuditLog',
  summary: 'List audit log entries, newest first. Default: actions of admins',
  access: 'admin',
  right: 'settings',
  list: true,
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(20),
    actors: optionalFilter(z.enum(auditActors, { error: 'Choose admins or all.' })),
    /** Part of the actor's name, email or phone. */
    actor: optionalFilter(filterText(maxLengths.email)),
    /** The whole name, such as `lead.delete`. */
    action: optionalFilter(filterText(maxLengths.reference)),
    /** All actions on one record. */
    subjectId: optionalFilter(id),
    from: optionalFilter(day),
    to: optionalFilter(day),
  }),
  answer: pagedDocs(auditEntry),
})

export const listAuditActions = endpoint('GET', '/api/audit-log/actions', {
  name: 'listAuditActions',
  summary: 'List the action names that occur in the audit log',
  access: 'admin',
  right: 'settings',
  answer: z.array(z.string()),
})
