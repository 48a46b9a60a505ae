import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, optionalText, requiredText } from './fields.ts'
import { rupees, rupeesInput } from './money.ts'

/** Maximum lengths in characters. */
export const rechargeLengths = { reference: 60, note: 200, reason: 200 } as const

export const rechargeBody = z.strictObject({
  userId: id,
  amount: rupeesInput({ invalid: 'Please enter a valid amount.', minPaise: 1 }),
  /** Reference of the payment that the admin received, such as a UPI or bank reference. */
  reference: givenText(rechargeLengths.reference),
  /** For the agent, who reads it in the mail and on the statement. */
  note: givenText(rechargeLengths.note),
})

/** Undefined if empty, so that a call without these fields has the same idempotency hash as before they existed. */
function givenText(maxLength: number) {
  return optionalText(maxLength)
    .transform((text) => text ?? undefined)
    .optional()
}

export const rechargeWallet = endpoint('POST', '/api/plan/adminWalletRecharge', {
  name: 'adminWalletRecharge',
  summary:
    'Add an amount to an agent’s wallet. Without the right money, or above the limit, another admin decides',
  access: 'admin',
  right: ['agents', 'money', 'support'],
  body: rechargeBody,
  /** `requestId`: another admin decides first, and the transaction does not exist yet. */
  answer: z.object({
    wallet: rupees,
    transactionId: id.nullable(),
    requestId: id.nullable(),
  }),
  acceptedStatus: 202,
  message: 'Amount added successfully!',
  errors: ['USER_NOT_FOUND', 'WALLET_LIMIT_EXCEEDED'],
  idempotent: true,
})

/** A recharge, with what limits its correction. */
export const correctableRecharge = z.object({
  _id: id,
  /** Short number that people quote: TX-000123. */
  paymentId: z.string(),
  amount: rupees,
  /** What earlier corrections have taken back. */
  corrected: rupees,
  /** The present balance of the wallet. */
  wallet: rupees,
  /** The most that a correction can take back now: what is left of the recharge, and not more than the balance. */
  maxAmount: rupees,
  createdAt: instant,
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
})
export type CorrectableRecharge = z.output<typeof correctableRecharge>

export const getRecharge = endpoint('GET', '/api/plan/recharge/{id}', {
  name: 'getRecharge',
  summary: 'Get a recharge by an admin, with the amount that can be taken back',
  access: 'admin',
  right: 'money',
  params: idParams,
  answer: correctableRecharge,
  errors: ['RECHARGE_NOT_FOUND'],
})

export const correctionBody = z.strictObject({
  /** The id of the recharge's transaction. */
  transactionId: id,
  amount: rupeesInput({ invalid: 'Please enter a valid amount.', minPaise: 1 }),
  /** For the agent, who reads it in the mail and on the statement. */
  reason: requiredText('Please enter a reason.', rechargeLengths.reason),
})

export const correctRecharge = endpoint('POST', '/api/plan/correctRecharge', {
  name: 'correctRecharge',
  summary: 'Take back a wrong recharge from an agent’s wallet, whole or in part',
  access: 'admin',
  right: 'money',
  body: correctionBody,
  answer: z.object({ wallet: rupees, transactionId: id }),
  message: 'Recharge corrected.',
  errors: ['RECHARGE_NOT_FOUND', 'CORRECTION_TOO_LARGE', 'INSUFFICIENT_WALLET_BALANCE'],
  idempotent: true,
})
