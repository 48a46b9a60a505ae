import { parseOptions } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createBoundedQueue } from '../../platform/http/bounded-queue.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

describe('password hashing', () => {
  it('uses argon2id with 19 MiB, two passes, one lane and a separate salt per password', async () => {
    const one = await passwords.hash('same password')
    const other = await passwords.hash('same password')
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })

  it('matches only the exact password', async () => {
    const hashed = await passwords.hash(' exact Pässword ')
    expect(await passwords.matches(hashed, ' exact Pässword ')).toBe(true)
    expect(await passwords.matches(hashed, 'exact Pässword')).toBe(false)
    expect(await passwords.matches(hashed, ' Exact Pässword ')).toBe(false)
  })

  it('takes as much work without an account as with one', async () => {
    const spent: number[] = []
    const measured = createPasswords(async (work) => {
      const before = process.cpuUsage()
      const result = await work()
      const { user, system } = process.cpuUsage(before)
      spent.push(user + system)
      return result
    })
    const hashed = await passwords.hash('known')
    // The fastest of several runs shows the work; slower runs include other load of the machine.
    const cheapest = async (passwordHash: string | undefined) => {
      spent.length = 0
      for (let n = 0; n < 7; n += 1) {
        expect(await measured.matches(passwordHash, 'guess')).toBe(false)
      }
      return Math.min(...spent)
    }
    const known = await cheapest(hashed)
    const unknown = await cheapest(undefined)
    expect(unknown).toBeGreaterThan(known * 0.5)
    expect(unknown).toBeLessThan(known * 2)
  })

  it('rejects requests beyond a bounded queue without waiting', async () => {
    const crowded = createPasswords(createBoundedQueue({ atOnce: 1, maxWaiting: 3 }))
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => crowded.matches(undefined, 'guess')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(await crowded.matches(undefined, 'later')).toBe(false)
  })
})
