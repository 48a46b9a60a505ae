import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optionalText } from './fields.ts'
import { rupees, rupeesInput } from './money.ts'

/** Maximum lengths in characters. */
export const rechargeLengths = { reference: 60, note: 200 } as const

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
  summary: 'Add an amount to an agent’s wallet',
  access: 'admin',
  body: rechargeBody,
  answer: z.object({ wallet: rupees, transactionId: id }),
  message: 'Amount added successfully!',
  errors: ['USER_NOT_FOUND', 'WALLET_LIMIT_EXCEEDED'],
  idempotent: true,
})
