import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, optionalFilter, trueOrFalse } from './fields.ts'
import { lead, leadType } from './leads.ts'
import { rupees } from './money.ts'

/** The server sends data at least this often, so that proxies keep the stream open and clients detect a dead one. */
export const maxSilenceMs = 20_000

/** A position in the changes of the database, as text. It contains no data. */
export const eventId = z
  .string()
  .max(4000)
  .regex(/^[0-9a-f]{8}-\d{1,20}:\d{1,20}:[\d,]*$/, { error: 'This is not an event ID.' })

/** The changes since the previous event, as the viewer sees them now. Absent parts have not changed. */
export const leadEvent = z.object({
  /** Changed leads, without contacts. `replacementStatus` is null. */
  leads: z.array(lead).optional(),
  /** Those of `leads` that are new. */
  newLeadIds: z.array(id).optional(),
  /** Deleted leads. */
  removedLeadIds: z.array(id).optional(),
  /** The prices per lead in rupees; null: none is set. They apply to every unsold lead. */
  prices: z
    .object({
      domestic: rupees.nullable(),
      international: rupees.nullable(),
      /** The lower prices of leads that were put on sale before an instant, the oldest leads of a type first. */
      aged: z.array(z.object({ leadType, createdBefore: instant, cost: rupees })),
    })
    .optional(),
  account: z
    .object({
      /** In rupees. */
      wallet: rupees,
      /** Leads left in the active plans. */
      planLeads: z.int(),
      /** Leads that the viewer has bought. */
      boughtLeadIds: z.array(id),
    })
    .optional(),
  /**
   * Leads of the viewer whose card changed: its stage, follow-up, notes, contact log, quote, assignment or replacement. Read the
   * card and the lists again. None: a lead is no longer assigned to the viewer.
   */
  changedCards: z.array(id).optional(),
  /** Too much has changed, or the changes are not stored any more: read every list again. */
  readAgain: z.literal(true).optional(),
})
export type LeadEvent = z.output<typeof leadEvent>

/** Server-sent events, each with a `leadEvent` as JSON and the event id that resumes after it. */
export const followLeadEvents = endpoint('GET', '/api/leads/events', {
  name: 'followLeadEvents',
  summary:
    'Follow changes of leads, prices and the own account as server-sent events. Callers: only of assigned leads',
  access: 'agent',
  lowestRole: 'caller',
  query: z.strictObject({
    /** Continue after this event or list page. Absent: from now. */
    after: optionalFilter(eventId),
    /** End after the first event, for clients that cannot read a stream. */
    once: optionalFilter(trueOrFalse),
  }),
  answerType: 'text/event-stream',
  errors: ['TOO_MANY_REQUESTS', 'TOO_BUSY_RETRY'],
})
