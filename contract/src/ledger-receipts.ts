import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, instant } from './fields.ts'

/** SHA-256, as 64 hexadecimal digits. */
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The last day of the chain of sealed days. Its hash is enough to check every receipt up to that day. */
export const chainHead = z.object({ number: z.int().positive(), day, hash })
export type ChainHead = z.output<typeof chainHead>

const integer = z.int()

/** A posting on the account, with its entry. Amounts are paise, instants UTC with microseconds. */
const receiptPosting = z.strictObject({
  entryId: id,
  number: integer,
  method: z.string().regex(/^\w+$/),
  status: z.string().regex(/^\w+$/),
  userId: id,
  entryPaise: integer,
  createdAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  amountPaise: integer,
  balanceAfterPaise: integer.nullable(),
})

/**
 * A file that proves all postings of one wallet up to a chain head with only the hash of that head. The leaf of each day has
 * the hash of the wallet's leaf before it, and `proof` leads from the leaf of the last day to the head, which has the last
 * leaf of every account.
 */
export const ledgerReceipt = z.strictObject({
  format: z.literal('raahi-receipt/2'),
  accountId: id,
  head: chainHead,
  days: z
    .array(
      z.strictObject({
        day,
        salt: hash,
        postings: z.array(receiptPosting).min(1),
      }),
    )
    .min(1),
  proof: z.strictObject({
    /** The hashes beside the path from the last leaf to the root of the accounts. */
    path: z.array(z.strictObject({ side: z.enum(['left', 'right']), hash })).max(64),
    /** The other parts of the head: the root of its day, its facts, and the hash of the day before. */
    root: hash,
    facts: hash,
    previousHash: hash,
  }),
})
export type LedgerReceipt = z.output<typeof ledgerReceipt>

const file = 'application/json; charset=utf-8'

export const getMyReceipt = endpoint('GET', '/api/transactions/my/receipt', {
  name: 'getMyReceipt',
  summary:
    'Download a receipt that proves the logged-in agent’s wallet statement up to the last sealed day',
  access: 'agent',
  list: true,
  answerType: file,
  errors: ['NO_RECEIPT_YET'],
})

export const getUserReceipt = endpoint('GET', '/api/transactions/user/{userId}/receipt', {
  name: 'getUserReceipt',
  summary: 'Download the receipt of a user’s wallet statement',
  access: 'admin',
  right: 'money',
  list: true,
  params: z.strictObject({ userId: id }),
  answerType: file,
  errors: ['USER_NOT_FOUND', 'NO_RECEIPT_YET'],
})

export const getChainHead = endpoint('GET', '/api/transactions/chain-head', {
  name: 'getChainHead',
  summary: 'Get the head of the chain of sealed days; null before the first one',
  access: 'admin',
  right: 'money',
  answer: z.object({ head: chainHead.extend({ sealedAt: instant }).nullable() }),
})
