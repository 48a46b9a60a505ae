import type { LedgerReceipt } from '@raahi/contract/ledger-receipts'
import type { Database } from '../../database/connect.ts'
import { ApiFailure } from '../../http/failure.ts'
import { walletOf } from '../accounts.ts'
import { readWalletDays } from './account-days.queries.ts'
import { hashLeaf, merklePath, saltOf, zeroHash } from './seal-encoding.ts'
import { findKeys, readHead } from './sealed-days.queries.ts'

/**
 * Creates the receipt of a wallet: all its postings until the last sealed day, with their proof.
 * @throws ApiFailure NO_RECEIPT_YET
 * @throws Error if the postings differ from those that were sealed
 */
export async function makeReceipt({ kysely }: Database, userId: string): Promise<LedgerReceipt> {
  const accountId = walletOf(userId)
  const head = await readHead(kysely)
  const accountDays = head ? await readWalletDays(kysely, accountId, head.day) : []
  if (!head || accountDays.length === 0) throw new ApiFailure('NO_RECEIPT_YET')
  const keys = await findKeys(
    kysely,
    accountDays.map(({ day }) => day),
  )
  let leaf: Buffer = zeroHash
  const days = accountDays.map((accountDay) => {
    const key = keys.get(accountDay.day)
    if (!key) throw new Error(`${accountDay.day} has entries, but is not sealed`)
    const salt = saltOf(key, accountId)
    leaf = hashLeaf(salt, accountDay, leaf)
    return { day: accountDay.day, salt: salt.toString('hex'), postings: [...accountDay.postings] }
  })
  const at = head.allLeaves.findIndex((one) => one.equals(leaf))
  if (at < 0) throw new Error(`the postings of ${accountId} differ from those that were sealed`)
  const path = merklePath(head.allLeaves, at)
  return {
    format: 'raahi-receipt/2',
    accountId,
    head: { number: head.number, day: head.day, hash: head.hash.toString('hex') },
    days,
    proof: {
      path: path.map(({ side, hash }) => ({ side, hash: hash.toString('hex') })),
      root: head.root.toString('hex'),
      facts: head.factsHash.toString('hex'),
      previousHash: head.previousHash.toString('hex'),
    },
  }
}
