import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, instant } from './fields.ts'

/** The states of a traveller's report that no agent has called. */
export const callReportStatuses = ['none', 'open', 'answered'] as const
export type CallReportStatus = (typeof callReportStatuses)[number]

/**
 * The states of a call report. A purchase has at most one.
 * - report: the traveller reports that no one has called, again if the agent has not called on the promised day
 * - answer: the buyer answers with one of `callAnswers`
 */
export const callReportStates = {
  none: { report: 'open' },
  open: { answer: 'answered' },
  answered: { report: 'open' },
} as const satisfies Record<
  CallReportStatus,
  Partial<Record<'report' | 'answer', CallReportStatus>>
>

/** The possible answers of the buyer. */
export const callAnswers = ['called-no-answer', 'will-call-today'] as const
export type CallAnswer = (typeof callAnswers)[number]

/** The traveller can report once this many hours have passed since the purchase. */
export const callReportAfterHours = 24

/** A report as the traveller, the buyer and admins see it. */
export const callReport = z.object({
  status: z.enum(callReportStatuses).exclude(['none']),
  reportedAt: instant,
  /** Null until it is answered. */
  answer: z.enum(callAnswers).nullable(),
  answeredAt: instant.nullable(),
  /** How often the traveller has reported. */
  times: z.int(),
})
export type CallReport = z.output<typeof callReport>

export const answerCallReport = endpoint('POST', '/api/purchases/{id}/call-answer', {
  name: 'answerCallReport',
  summary: 'Answer the report of a traveller that no one has called, once. `id` is the purchase',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  body: z.strictObject({
    answer: z.enum(callAnswers, { error: 'Choose called-no-answer or will-call-today.' }),
  }),
  answer: callReport,
  message: 'Thank you. The traveller can read your answer.',
  errors: ['CALL_REPORT_NOT_FOUND', 'CALL_REPORT_ANSWERED'],
})
