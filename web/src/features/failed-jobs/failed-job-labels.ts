import {
  type FailedJob,
  type JobError,
  type JobKind,
  retriedJobKinds,
} from '@raahi/contract/failed-jobs'
import { formatRupees } from '@raahi/contract/formats'

export const jobKindLabels: Record<JobKind, string> = {
  mail: 'Email',
  'purchase-mails': 'Emails about a purchase',
  'password-reset': 'Password code',
  refund: 'Refund',
  'enquiry-link': 'Link of an enquiry',
  'phone-code': 'Phone code',
  push: 'Alert on a device',
  'quote-mail': 'Email with a quote',
  'statement-mail': 'Statement for the accountant',
  'match-lead': 'Saved searches for a lead',
  import: 'Import',
  'meta-lead': 'Lead of Meta',
}

/** The cause of each error, and the remedy if there is one. */
export const jobErrorTexts: Record<JobError, string> = {
  'mail-refused':
    'The mail server permanently rejected this email, most often because the address does not exist.',
  'mail-delayed': 'The mail server did not accept the email. It may accept it now.',
  'mail-login-refused':
    'The mail server refused our login. Check SMTP_URL, or emails will keep failing.',
  'mail-server-unreachable': 'The mail server did not respond.',
  'gateway-refused':
    'The payment gateway refused this refund. Look at the payment in its dashboard before you try again.',
  'gateway-unavailable': 'The payment gateway did not respond.',
  'sms-refused':
    'The SMS provider refused the message. Check MSG91_AUTH_KEY, MSG91_TEMPLATE_ID and the balance there.',
  'sms-unavailable': 'The SMS provider did not respond.',
  'push-unavailable': 'The push service of the browser did not respond.',
  'meta-refused':
    'Meta refused the access to the lead. Check META_PAGE_TOKEN and its permission leads_retrieval.',
  'meta-unavailable': 'Meta did not respond, or accepts no request now.',
  'refund-pending': 'The payment gateway had not completed the refund.',
  interrupted: 'The job did not finish in time.',
  unknown: 'Unexpected error. Look for the job ID in the server log.',
}

/** The purpose of a job: the subject of a mail, or 'Refund of ₹500'. */
export function jobTitle({ kind, subject, refund }: FailedJob): string {
  if (kind === 'mail') return subject ?? 'An email'
  if (kind === 'password-reset') return 'Code to reset a password'
  if (kind === 'enquiry-link') return 'Link that a traveller asked for again'
  if (kind === 'phone-code') return 'SMS with a code for a traveller'
  if (kind === 'quote-mail') return 'Quote of an agent to a traveller'
  if (kind === 'statement-mail') return 'Monthly statement for the accountant'
  if (kind === 'match-lead') return 'Comparison of a lead with saved searches'
  if (kind === 'import') return 'Import of a file'
  if (kind === 'meta-lead') return 'Lead of a Meta form'
  if (kind === 'push') return 'Alert on an agent’s device'
  return refund ? `Refund of ${formatRupees(refund.amount)}` : 'Refund of a duplicate payment'
}

export function canRetry({ kind }: FailedJob): boolean {
  return retriedJobKinds.includes(kind)
}
