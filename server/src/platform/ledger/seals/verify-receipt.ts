import { type LedgerReceipt, ledgerReceipt } from '@raahi/contract/ledger-receipts'
import { hashBody, hashLeaf, hashLink, rootOfPath, zeroHash } from './seal-encoding.ts'

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
  /** The last day that the receipt covers. */
  headDay: string
  /** The last day with a posting. */
  lastDay: string
  days: number
  postings: number
  /** The balance at the end of `headDay`. */
  balancePaise: number
}

/**
 * Checks that a receipt has all postings of the account up to the end of the day of a published chain head. Requires only
 * the hash of that head. Each leaf has the hash of the leaf before it, and the head has the last leaf of every account: a
 * receipt without a first, middle or last day, or with another posting, does not lead to the head.
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
  if (receipt.head.hash !== published.headHash.toLowerCase()) {
    throw new InvalidReceipt(
      `The receipt covers the days until ${receipt.head.day} and needs the chain head of that day, which is not the given one. If the given chain head is of a later day, the receipt leaves out the days between: download a new one.`,
    )
  }
  const balancePaise = checkBalances(receipt)
  checkProof(receipt, lastLeafOf(receipt))
  return {
    accountId: receipt.accountId,
    headDay: receipt.head.day,
    lastDay: receipt.days.at(-1)?.day ?? '',
    days: receipt.days.length,
    postings: receipt.days.reduce((sum, { postings }) => sum + postings.length, 0),
    balancePaise,
  }
}

function lastLeafOf({ accountId, days }: LedgerReceipt): Buffer {
  return days.reduce<Buffer>(
    (previous, { day, salt, postings }) =>
      hashLeaf(bytesOf(salt), { day, accountId, postings }, previous),
    zeroHash,
  )
}

/** Checks that the last leaf is that of the account in the chain head. */
function checkProof({ head, proof }: LedgerReceipt, lastLeaf: Buffer): void {
  const path = proof.path.map(({ side, hash }) => ({ side, hash: bytesOf(hash) }))
  const body = hashBody({
    day: head.day,
    number: head.number,
    root: bytesOf(proof.root),
    accountsRoot: rootOfPath(lastLeaf, path),
    factsHash: bytesOf(proof.facts),
  })
  if (hashLink(bytesOf(proof.previousHash), body).toString('hex') !== head.hash) {
    throw new InvalidReceipt(
      `These are not all postings that the ledger had for the account at the end of ${head.day}: a day or a posting is missing, added or changed.`,
    )
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
