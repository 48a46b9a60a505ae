import type { FailedJob } from '../../contract/src/failed-jobs.ts'
import { pageOf } from '../../contract/src/fields.ts'

const job = (number: number, changed: Partial<FailedJob>): FailedJob => ({
  _id: `01a1ff16-4ebd-7160-8d67-3716c296ac${String(number).padStart(2, '0')}`,
  kind: 'mail',
  queuedAt: '2026-11-20T10:00:00.000Z',
  failedAt: '2026-11-22T03:12:00.000Z',
  attempts: 13,
  error: 'mail-server-unreachable',
  subject: 'Receipt for lead RL-00042',
  user: { _id: '01a1ff16-4ebd-7160-8d67-3716c296adb9', name: 'Kabir Mehta' },
  refund: null,
  ...changed,
})

const refund = { paymentId: 'pay_LooksOnly00042', amount: 349, isCompleted: false }
const jobs = [
  job(1, {
    kind: 'refund',
    error: 'gateway-unavailable',
    subject: null,
    attempts: 6,
    refund,
  }),
  job(2, {
    kind: 'refund',
    error: 'refund-pending',
    subject: null,
    refund: { ...refund, isCompleted: true },
  }),
  job(3, {}),
  job(4, {
    error: 'mail-refused',
    attempts: 1,
    subject: 'We have your travel enquiry RE-00117',
    user: null,
  }),
  job(5, { kind: 'password-reset', subject: null, error: 'mail-login-refused', attempts: 5 }),
  job(6, {
    error: 'unknown',
    subject: 'Your payment of ₹12,345 for the Sampoorna Annual plan has come through',
    user: { _id: '01a1ff16-4ebd-7160-8d67-3716c296adb8', name: 'Venkatanarasimharajuvaripeta Rao' },
  }),
]

/** The first page of a list of 25 failed jobs, of every kind. 22 of them can be tried again together. */
export const failedJobsPage = { ...pageOf(jobs, 25, 1, 20), retriable: 22 }
