import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createListSlots } from './list-slots.ts'

const limits = { perUser: 4, waitMs: 2000, statementMs: 3000 }
const open = () => new EventEmitter()

/** Fills the slots of a user with work that ends when the test ends it. */
function fill(slots: ReturnType<typeof createListSlots>, user: string) {
  const held = Array.from({ length: limits.perUser }, () => Promise.withResolvers<void>())
  const running = held.map(({ promise }) => slots.run(user, open(), () => promise))
  return { end: (at: number) => held[at]?.resolve(), running }
}

describe('the lists of one user', () => {
  it('run four at a time; a fifth waits, and other users are not affected', async () => {
    const slots = createListSlots(limits)
    const { end, running } = fill(slots, 'a')
    let begun = false
    const fifth = slots.run('a', open(), async () => {
      begun = true
    })
    expect(await slots.run('b', open(), async () => 'b')).toBe('b')
    expect(begun).toBe(false)
    end(0)
    await fifth
    expect(begun).toBe(true)
    for (const at of [1, 2, 3]) end(at)
    await Promise.all(running)
  })

  it('are rejected after waiting two seconds, with the time to retry', async () => {
    vi.useFakeTimers()
    try {
      const slots = createListSlots(limits)
      const { end } = fill(slots, 'a')
      const fifth = slots.run('a', open(), async () => 'late').catch((error: unknown) => error)
      vi.advanceTimersByTime(1999)
      expect(await Promise.race([fifth, 'waiting'])).toBe('waiting')
      vi.advanceTimersByTime(1)
      expect(await fifth).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 })
      end(0)
      expect(await slots.run('a', open(), async () => 'next')).toBe('next')
    } finally {
      vi.useRealTimers()
    }
  })

  it('leave the queue when their client disconnects', async () => {
    const slots = createListSlots(limits)
    const { end } = fill(slots, 'a')
    const connection = open()
    let begun = false
    const abandoned = slots.run('a', connection, async () => {
      begun = true
    })
    const next = slots.run('a', open(), async () => 'next')
    connection.emit('close')
    await expect(abandoned).rejects.toThrow()
    end(0)
    expect(await next).toBe('next')
    expect(begun).toBe(false)
  })

  it('free their slot when they fail', async () => {
    const slots = createListSlots({ ...limits, perUser: 1 })
    const fail = () => slots.run('a', open(), () => Promise.reject(new Error('no')))
    await expect(fail()).rejects.toThrow('no')
    await expect(fail()).rejects.toThrow('no')
  })
})
