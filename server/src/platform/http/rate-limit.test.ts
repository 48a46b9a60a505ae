import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { clientOf, hitRateLimit, undoRateLimitHit } from './rate-limit.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function outcomes(hits: Promise<void>[]) {
  const settled = await Promise.allSettled(hits)
  return {
    allowed: settled.filter(({ status }) => status === 'fulfilled').length,
    refused: settled.filter(({ status }) => status === 'rejected').length,
  }
}

describe('a rate limit', () => {
  it('admits exactly its number of concurrent hits', async () => {
    const hits = Array.from({ length: 60 }, () =>
      hitRateLimit(test.database, { key: 'crowd', max: 20, windowSeconds: 60 }),
    )
    expect(await outcomes(hits)).toEqual({ allowed: 20, refused: 40 })
  })

  it('reports when to retry', async () => {
    const limit = { key: 'later', max: 1, windowSeconds: 90 }
    await hitRateLimit(test.database, limit)
    const refusal = await hitRateLimit(test.database, limit).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(refusal.retryAfterSeconds).toBeGreaterThan(80)
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(90)
  })

  it('starts again when the window is over', async () => {
    const limit = { key: 'window', max: 2, windowSeconds: 60 }
    await hitRateLimit(test.database, limit)
    await hitRateLimit(test.database, limit)
    await expect(hitRateLimit(test.database, limit)).rejects.toThrow()
    await sql`update rate_limits set resets_at = now() - interval '1 second'
      where key = 'window'`.execute(test.database.kysely)
    await hitRateLimit(test.database, limit)
    await hitRateLimit(test.database, limit)
    await expect(hitRateLimit(test.database, limit)).rejects.toThrow()
  })

  it('can take back a hit', async () => {
    const limit = { key: 'back', max: 1, windowSeconds: 60 }
    await hitRateLimit(test.database, limit)
    await undoRateLimitHit(test.database, 'back')
    await hitRateLimit(test.database, limit)
    await expect(hitRateLimit(test.database, limit)).rejects.toThrow()
  })

  it('rejects on a full window without writing', async () => {
    const limit = { key: 'full', max: 1, windowSeconds: 60 }
    await hitRateLimit(test.database, limit)
    const { rows } = await test.database.kysely.transaction().execute(async (tx) => {
      await expect(hitRateLimit({ ...test.database, kysely: tx }, limit)).rejects.toThrow()
      // The first write or row lock of a transaction assigns its id.
      return sql`select pg_current_xact_id_if_assigned()::text as id`.execute(tx)
    })
    expect(rows).toEqual([{ id: null }])
  })
})

describe('a client', () => {
  it('is its IPv4 address, in either notation', () => {
    expect(clientOf('192.0.2.7')).toBe('192.0.2.7')
    expect(clientOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  })

  it('is the /56 network of its IPv6 address, in any notation', () => {
    const one = clientOf('2001:db8:1:2:3:4:5:6')
    expect(clientOf('2001:0DB8:0001:0002::1')).toBe(one)
    expect(clientOf('2001:db8:1:2:ffff::')).toBe(one)
    expect(clientOf('2001:db8:1:ff::1')).toBe(one)
    expect(clientOf('2001:db8:1:100::1')).not.toBe(one)
    expect(clientOf('::1')).toBe(clientOf('0:0:0:0:0:0:0:1'))
    expect(clientOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  })
})
