import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashLeaf, hashNode, merklePath, merkleRoot, rootOfPath, saltOf } from './seal-encoding.ts'

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const leaves = (count: number) => Array.from({ length: count }, (_, at) => sha256(`leaf ${at}`))

it('hashes trees as RFC 6962 does: of 0, 1, 3 and 7 leaves', () => {
  const [a, b, c, d, e, f, g] = leaves(7) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)
  expect(merkleRoot([])).toEqual(sha256(''))
  expect(merkleRoot([a])).toEqual(a)
  expect(merkleRoot([a, b, c])).toEqual(node(node(a, b), c))
  expect(merkleRoot([a, b, c, d, e, f, g])).toEqual(
    node(node(node(a, b), node(c, d)), node(node(e, f), g)),
  )
})

it('computes the root from each leaf and its path, and from no other hash', () => {
  for (let count = 1; count <= 33; count += 1) {
    const all = leaves(count)
    const root = merkleRoot(all)
    for (const [at, leaf] of all.entries()) {
      expect(rootOfPath(leaf, merklePath(all, at))).toEqual(root)
      expect(rootOfPath(sha256('other'), merklePath(all, at))).not.toEqual(root)
    }
  }
})

it('hashes the day of an account with a salt of its key, in the documented text', () => {
  const salt = saltOf(Buffer.alloc(32, 7), 'account')
  const posting = {
    entryId: 'entry',
    number: 4,
    method: 'cash',
    status: 'captured',
    userId: 'user',
    entryPaise: 100,
    createdAt: '2026-01-31T18:29:59.999999Z',
    amountPaise: -100,
    balanceAfterPaise: null,
  }
  const day = { day: '2026-01-31', accountId: 'account', postings: [posting] }
  const previous = sha256('previous leaf')
  const text = `raahi-account-day/2\n2026-01-31\naccount\n${previous.toString('hex')}\n1\nentry 4 cash captured user 100 2026-01-31T18:29:59.999999Z -100 -`
  expect(hashLeaf(salt, day, previous)).toEqual(sha256(Buffer.of(0), salt, text))
  expect(saltOf(Buffer.alloc(32, 8), 'account')).not.toEqual(salt)
  expect(hashNode(salt, salt)).not.toEqual(sha256(Buffer.of(0), salt, salt))
})
