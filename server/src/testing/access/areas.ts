import { accountCalls } from './account-calls.ts'
import { adminCalls } from './admin-calls.ts'
import { enquiryCalls } from './enquiry-calls.ts'
import { importCalls } from './import-calls.ts'
import { leadCalls } from './lead-calls.ts'
import { memberCalls } from './member-calls.ts'
import { paymentCalls } from './payment-calls.ts'
import { purchaseCalls } from './purchase-calls.ts'
import { quoteCalls } from './quote-calls.ts'
import { sourceCalls } from './source-calls.ts'
import { webhookCalls } from './webhook-calls.ts'

/** The calls of each area. A call has one row in `statuses` and one request. */
export const areas = [
  accountCalls,
  adminCalls,
  leadCalls,
  purchaseCalls,
  paymentCalls,
  enquiryCalls,
  quoteCalls,
  webhookCalls,
  sourceCalls,
  importCalls,
  memberCalls,
]
