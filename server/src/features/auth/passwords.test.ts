import { parseOptions } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createBoundedQueue } from '../../platform/http/bounded-queue.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

describe('passwords', () => {
  it('are hashed with argon2id, 19 MiB, two passes, one lane, a salt of their own', async () => {
    const one = await passwords.hash('same password')
    const other = await passwords.hash('same password')
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })

  it('match exactly what was hashed', async () => {
    const hashed = await passwords.hash(' exact Pässword ')
    expect(await passwords.matches(hashed, ' exact Pässword ')).toBe(true)
    expect(await passwords.matches(hashed, 'exact Pässword')).toBe(false)
    expect(await passwords.matches(hashed, ' Exact Pässword ')).toBe(false)
  })

  it('cost as much work without an account as with one', async () => {
    const spent: number[] = []
    const measured = createPasswords(async (work) => {
      const before = process.cpuUsage()
      const result = await work()
      const { user, system } = process.cpuUsage(before)
      spent.push(user + system)
      return result
    })
    const hashed = await passwords.hash('known')
    // The fastest of several tells what the work is; the others tell what else the machine does.
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

  it('are refused beyond a bounded number, without waiting', async () => {
    const crowded = createPasswords(createBoundedQueue({ atOnce: 1, maxWaiting: 3 }))
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => crowded.matches(undefined, 'guess')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(await crowded.matches(undefined, 'later')).toBe(false)
  })
})
