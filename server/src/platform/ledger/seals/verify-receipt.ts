import { type LedgerReceipt, ledgerReceipt } from '@raahi/contract/ledger-receipts'
import { hashBody, hashLeaf, hashLink, rootOfPath } from './seal-encoding.ts'

/** A receipt whose proof is invalid. The message is one sentence for the reader of the receipt. */
export class InvalidReceipt extends Error {}

export interface Published {
  /** Hash of the published chain head, 64 hexadecimal digits. */
  headHash: string
  /** The account that the receipt must belong to; unset: any account. */
  accountId?: string | undefined
}

export interface VerifiedReceipt {
  accountId: string
  headDay: string
  days: number
  postings: number
  /** The balance after the last posting. */
  balancePaise: number
}

/**
 * Checks a receipt. Requires only a published chain head. The balances prove that no posting between the first and the
 * last one is missing.
 * @param file the parsed JSON of the receipt
 * @throws InvalidReceipt
 */
export function verifyReceipt(file: unknown, published: Published): VerifiedReceipt {
  const parsed = ledgerReceipt.safeParse(file)
  if (!parsed.success) throw new InvalidReceipt('The file is not a receipt in a known format.')
  const receipt = parsed.data
  if (published.accountId !== undefined && receipt.accountId !== published.accountId) {
    throw new InvalidReceipt('The receipt is of another account.')
  }
  checkHead(receipt, published.headHash)
  for (const one of receipt.days) checkDay(receipt, one)
  return {
    accountId: receipt.accountId,
    headDay: receipt.head.day,
    days: receipt.days.length,
    postings: receipt.days.reduce((sum, { postings }) => sum + postings.length, 0),
    balancePaise: checkBalances(receipt),
  }
}

function checkHead({ head, chain }: LedgerReceipt, headHash: string): void {
  if (head.hash !== headHash.toLowerCase()) {
    throw new InvalidReceipt(
      `The receipt needs the chain head of ${head.day}, which is not the given one.`,
    )
  }
  const hash = chain.bodies.reduce<Buffer>(
    (previous, body) => hashLink(previous, bytesOf(body)),
    bytesOf(chain.previousHash),
  )
  if (hash.toString('hex') !== head.hash || chain.from + chain.bodies.length - 1 !== head.number) {
    throw new InvalidReceipt('The chain of days does not lead to the chain head.')
  }
}

function checkDay({ accountId, chain }: LedgerReceipt, one: LedgerReceipt['days'][number]): void {
  const { day, number, postings } = one
  const leaf = hashLeaf(bytesOf(one.salt), { day, accountId, postings })
  const path = one.path.map(({ side, hash }) => ({ side, hash: bytesOf(hash) }))
  const body = hashBody({
    day,
    number,
    root: rootOfPath(leaf, path),
    factsHash: bytesOf(one.facts),
  })
  if (body.toString('hex') !== chain.bodies[number - chain.from]) {
    throw new InvalidReceipt(`The postings of ${day} are not those that were sealed.`)
  }
}

/** @returns the balance after the last posting, in paise */
function checkBalances({ days }: LedgerReceipt): number {
  let balance = 0
  let numberBefore = 0
  for (const { number, amountPaise, balanceAfterPaise } of days.flatMap((one) => one.postings)) {
    balance += amountPaise
    if (balanceAfterPaise !== balance || number <= numberBefore) {
      throw new InvalidReceipt(
        `A posting before the entry ${number} is missing, or the order is wrong.`,
      )
    }
    numberBefore = number
  }
  return balance
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex')
