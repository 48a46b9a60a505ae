import type { LedgerReceipt } from '@raahi/contract/ledger-receipts'
import type { Database } from '../../database/connect.ts'
import { ApiFailure } from '../../http/failure.ts'
import { walletOf } from '../accounts.ts'
import { readWalletDays } from './account-days.queries.ts'
import { splitLeaves } from './check-seals.ts'
import { type AccountDay, hashLeaf, merklePath, saltOf } from './seal-encoding.ts'
import { findBodies, findHead, findSealOfDay } from './sealed-days.queries.ts'

/**
 * Creates the receipt of a wallet: all its postings until the last sealed day, with their proofs.
 * @throws ApiFailure NO_RECEIPT_YET
 * @throws Error if the postings of a day differ from those that were sealed
 */
export async function makeReceipt(database: Database, userId: string): Promise<LedgerReceipt> {
  const accountId = walletOf(userId)
  const head = await findHead(database)
  const accountDays = head ? await readWalletDays(database, accountId, head.day) : []
  if (!head || accountDays.length === 0) throw new ApiFailure('NO_RECEIPT_YET')
  const days: LedgerReceipt['days'] = []
  for (const accountDay of accountDays) days.push(await proveDay(database, accountDay))
  const from = days[0]?.number ?? head.number
  const bodies = await findBodies(database, { from, through: head.number })
  return {
    format: 'raahi-receipt/1',
    accountId,
    head: { number: head.number, day: head.day, hash: head.hash.toString('hex') },
    days,
    chain: { from, ...bodies },
  }
}

async function proveDay(
  database: Database,
  accountDay: AccountDay,
): Promise<LedgerReceipt['days'][number]> {
  const seal = await findSealOfDay(database, accountDay.day)
  const salt = saltOf(seal.key, accountDay.accountId)
  const leaf = hashLeaf(salt, accountDay)
  const leaves = splitLeaves(seal.leaves)
  const at = leaves.findIndex((one) => one.equals(leaf))
  if (at < 0)
    throw new Error(`the postings of ${accountDay.day} differ from those that were sealed`)
  return {
    day: accountDay.day,
    number: seal.number,
    salt: salt.toString('hex'),
    facts: seal.facts_hash.toString('hex'),
    path: merklePath(leaves, at).map(({ side, hash }) => ({ side, hash: hash.toString('hex') })),
    postings: [...accountDay.postings],
  }
}
