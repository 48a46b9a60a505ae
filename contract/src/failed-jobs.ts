import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, pagedDocs, pageLimit, pageNumber } from './fields.ts'
import { rupees } from './money.ts'

/** The kinds of jobs. Each has a queue with this name. */
export const jobKinds = [
  'mail',
  'purchase-mails',
  'password-reset',
  'refund',
  'enquiry-link',
  'phone-code',
  'push',
  'quote-mail',
  'statement-mail',
  'match-lead',
  'import',
  'meta-lead',
] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * The kinds that an admin can try again. A code that resets a password or verifies a phone is of use for ten minutes,
 * so its job is not repeated: the user requests a new one. A traveller also requests a new link of an enquiry. An alert
 * on a device is of use for two hours.
 */
export const retriedJobKinds: readonly JobKind[] = [
  'mail',
  'purchase-mails',
  'refund',
  'quote-mail',
  'statement-mail',
  'match-lead',
  'import',
  'meta-lead',
]

/**
 * Why the last attempt of a job failed. The message of the error stays in the server log, because it may contain
 * personal data.
 * - mail-refused: the mail server refuses the mail for good
 * - mail-delayed: the mail server did not take the mail at that time
 * - mail-login-refused: the mail server refuses the login of the product
 * - mail-server-unreachable: the mail server did not respond
 * - gateway-refused: the payment gateway refuses the refund
 * - gateway-unavailable: the payment gateway did not respond
 * - sms-refused: the SMS provider refuses the message
 * - sms-unavailable: the SMS provider did not respond, or accepts no message now
 * - push-unavailable: the push service of a browser did not respond, or accepts no message now
 * - meta-refused: Meta refuses the access to a lead, such as after the end of the token
 * - meta-unavailable: Meta did not respond
 * - refund-pending: the payment gateway has not completed the refund
 * - interrupted: the process ended, or the attempt took too long
 * - unknown: any other error
 */
export const jobErrors = [
  'mail-refused',
  'mail-delayed',
  'mail-login-refused',
  'mail-server-unreachable',
  'gateway-refused',
  'gateway-unavailable',
  'sms-refused',
  'sms-unavailable',
  'push-unavailable',
  'meta-refused',
  'meta-unavailable',
  'refund-pending',
  'interrupted',
  'unknown',
] as const
export type JobError = (typeof jobErrors)[number]

/**
 * Errors that a repetition alone does not remove: the receiver rejected the message or refund. These jobs are retried
 * one by one, not all at once, because many mails to addresses that do not exist make mail servers distrust the sender.
 */
export const refusedJobErrors: readonly JobError[] = ['mail-refused', 'gateway-refused']

/** Maximum number of jobs that one call queues again. Each is an entry in the audit log. */
export const maxRetriedJobs = 100

/** A job that failed for good. It contains no contact, no token and no text of a mail except its subject. */
export const failedJob = z.object({
  _id: id,
  kind: z.enum(jobKinds),
  queuedAt: instant,
  failedAt: instant,
  /** How often it was tried, 1 or more. */
  attempts: z.int(),
  error: z.enum(jobErrors),
  /** The subject of a mail, which names its record and contains no text of a user; null for other kinds. */
  subject: z.string().nullable(),
  /** The account that receives the mail, the code or the refund; null: the address belongs to no account. */
  user: z.object({ _id: id, name: z.string() }).nullable(),
  /** Null for other kinds than a refund. */
  refund: z
    .object({
      paymentId: z.string(),
      amount: rupees,
      /** Completed since by another attempt. */
      isCompleted: z.boolean(),
    })
    .nullable(),
})
export type FailedJob = z.output<typeof failedJob>

export const listFailedJobs = endpoint('GET', '/api/failed-jobs', {
  name: 'listFailedJobs',
  summary: 'List the jobs that failed for good in the last day, the latest failure first',
  access: 'admin',
  right: 'settings',
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(20) }),
  /** `retriable`: the jobs of all pages that `retryFailedJobs` would queue again. */
  answer: pagedDocs(failedJob).extend({ retriable: z.int() }),
})

export const retryFailedJob = endpoint('POST', '/api/failed-jobs/{id}/retry', {
  name: 'retryFailedJob',
  summary: 'Queue a failed mail or refund again, once',
  access: 'admin',
  right: 'settings',
  params: idParams,
  message: 'Queued again.',
  errors: ['FAILED_JOB_NOT_FOUND'],
})

export const retryFailedJobs = endpoint('POST', '/api/failed-jobs/retry', {
  name: 'retryFailedJobs',
  summary: `Queue all failed mails and refunds again that were not refused for good, the oldest first, at most ${maxRetriedJobs}`,
  access: 'admin',
  right: 'settings',
  /** `left`: such jobs beyond the limit, for a next call. */
  answer: z.object({ queued: z.int(), left: z.int() }),
  message: 'Queued again.',
})
