import { createHash, createHmac } from 'node:crypto'

// How the days of the ledger are hashed, version 2. The hash is SHA-256. Each kind of input starts with a different
// byte, so that no input of one kind is an input of another: 0 for leaves and 1 for nodes as in RFC 6962, section 2.1,
// and 2 to 6 for the chain. Texts are UTF-8, and their lines are joined by one line feed. No value contains a line feed.
//
// - leaf: 0, salt, text of one account on one day (`accountDayText`) with the hash of the account's leaf before it, so
//   that no day can be left out. salt: HMAC-SHA-256 of the account's id by the key of the day, so that amounts cannot be
//   found by trial.
// - root: the Merkle tree hash of RFC 6962 over the leaves in ascending order. The order shows nothing about accounts.
// - root of the accounts: the same over the last leaf of every account, so that no later day can be left out
// - facts: 4, key of the day, lines: entries, postings, paise moved, hash of the sums (5, one line per account), entries
//   of the audit log, their hash (6, `audit_day` in the database)
// - body: 3, lines: 'raahi-day/2', day, number, root, root of the accounts, facts
// - hash of the day: 2, hash of the day before (32 zero bytes for the first day), body

export const sealVersion = 2
/** The hash before the first leaf of an account and before the first day. */
export const zeroHash = Buffer.alloc(32)

const prefix = { leaf: 0, node: 1, link: 2, body: 3, facts: 4, sums: 5 } as const

function hashOf(kind: keyof typeof prefix, ...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256').update(Buffer.of(prefix[kind]))
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** A posting of an account, with its entry. Amounts are paise; `createdAt` is UTC with microseconds. */
export interface SealedPosting {
  entryId: string
  number: number
  method: string
  status: string
  userId: string
  entryPaise: number
  createdAt: string
  amountPaise: number
  /** The balance of a wallet after the posting. Null for accounts that store no balance. */
  balanceAfterPaise: number | null
}

/** All postings of an account on a day, in the order of their entries' numbers. */
export interface AccountDay {
  day: string
  accountId: string
  postings: readonly SealedPosting[]
}

/** @param previousLeaf the account's leaf of the last day before on which it had postings */
export function accountDayText(
  { day, accountId, postings }: AccountDay,
  previousLeaf: Buffer,
): string {
  return [
    'raahi-account-day/2',
    day,
    accountId,
    previousLeaf.toString('hex'),
    String(postings.length),
    ...postings.map((posting) =>
      [
        posting.entryId,
        posting.number,
        posting.method,
        posting.status,
        posting.userId,
        posting.entryPaise,
        posting.createdAt,
        posting.amountPaise,
        posting.balanceAfterPaise ?? '-',
      ].join(' '),
    ),
  ].join('\n')
}

export function saltOf(key: Buffer, accountId: string): Buffer {
  return createHmac('sha256', key).update(accountId).digest()
}

export function hashLeaf(salt: Buffer, accountDay: AccountDay, previousLeaf: Buffer): Buffer {
  return hashOf('leaf', salt, accountDayText(accountDay, previousLeaf))
}

export function hashNode(left: Buffer, right: Buffer): Buffer {
  return hashOf('node', left, right)
}

/** The root of the tree of these leaves in any order. */
export function rootOfLeaves(leaves: readonly Buffer[]): Buffer {
  return merkleRoot(leaves.toSorted(Buffer.compare))
}

/** The root of a tree. The left part has the largest power of two that is smaller than the number of leaves. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves
  if (!first) return createHash('sha256').digest()
  if (leaves.length === 1) return first
  const left = leftCount(leaves.length)
  return hashNode(merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)))
}

/** A hash beside the path from a leaf to the root, and its side. */
export interface PathStep {
  side: 'left' | 'right'
  hash: Buffer
}

/** The steps from a leaf to the root. */
export function merklePath(leaves: readonly Buffer[], at: number): PathStep[] {
  if (leaves.length <= 1) return []
  const left = leftCount(leaves.length)
  const [before, after] = [leaves.slice(0, left), leaves.slice(left)]
  return at < left
    ? [...merklePath(before, at), { side: 'right', hash: merkleRoot(after) }]
    : [...merklePath(after, at - left), { side: 'left', hash: merkleRoot(before) }]
}

export function rootOfPath(leaf: Buffer, path: readonly PathStep[]): Buffer {
  return path.reduce(
    (hash, step) => (step.side === 'left' ? hashNode(step.hash, hash) : hashNode(hash, step.hash)),
    leaf,
  )
}

function leftCount(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1)
}

export interface DayFacts {
  entries: number
  postings: number
  movedPaise: number
  sumsHash: Buffer
  actions: number
  actionsHash: Buffer
}

export function hashFacts(key: Buffer, facts: DayFacts): Buffer {
  const { entries, postings, movedPaise, sumsHash, actions, actionsHash } = facts
  const hashes = [sumsHash.toString('hex'), actions, actionsHash.toString('hex')]
  return hashOf('facts', key, [entries, postings, movedPaise, ...hashes].map(String).join('\n'))
}

export interface DayBody {
  day: string
  number: number
  root: Buffer
  accountsRoot: Buffer
  factsHash: Buffer
}

export function hashBody({ day, number, root, accountsRoot, factsHash }: DayBody): Buffer {
  const hashes = [root, accountsRoot, factsHash].map((hash) => hash.toString('hex'))
  return hashOf('body', ['raahi-day/2', day, String(number), ...hashes].join('\n'))
}

export function hashLink(previousHash: Buffer, bodyHash: Buffer): Buffer {
  return hashOf('link', previousHash, bodyHash)
}
