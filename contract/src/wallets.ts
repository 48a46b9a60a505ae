import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { rupees, rupeesInput } from './money.ts'

export const rechargeBody = z.strictObject({
  userId: id,
  amount: rupeesInput({ invalid: 'Please enter a valid amount.', minPaise: 1 }),
})

export const rechargeWallet = endpoint({
  name: 'adminWalletRecharge',
  summary: 'Pay an amount into an agent’s wallet',
  method: 'POST',
  path: '/api/plan/adminWalletRecharge',
  access: 'admin',
  body: rechargeBody,
  answer: z.object({ wallet: rupees, transactionId: id }),
  message: 'Amount added successfully!',
  errors: ['USER_NOT_FOUND', 'WALLET_LIMIT_EXCEEDED'],
  idempotent: true,
})
