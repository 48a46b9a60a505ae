import { describe, expect, it } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

/** Tasks that end when the test ends them. */
function pieces(count: number) {
  return Array.from({ length: count }, () => Promise.withResolvers<void>())
}

describe('a bounded queue', () => {
  it('runs at most `atOnce` tasks and rejects tasks beyond the waiting ones', async () => {
    const queue = createBoundedQueue({ atOnce: 2, maxWaiting: 3 })
    const work = pieces(10)
    let running = 0
    let maxRunning = 0
    const results = work.map(({ promise }) =>
      queue(async () => {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await promise
        running -= 1
      }),
    )
    const settled = Promise.allSettled(results)
    for (const { resolve } of work) resolve()
    const outcomes = await settled
    expect(maxRunning).toBe(2)
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(5).fill('rejected'),
    ])
    expect(outcomes[9]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
  })

  it('continues after a failed task', async () => {
    const queue = createBoundedQueue({ atOnce: 1, maxWaiting: 5 })
    const failing = queue(() => Promise.reject(new Error('no')))
    const next = queue(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
    expect(await queue(async () => 'again')).toBe('again')
  })

  it('starts the cheapest task first, and limits each group', async () => {
    const queue = createBoundedQueue({ atOnce: 1, maxWaiting: 6, maxWaitingPerGroup: 3 })
    const begun: string[] = []
    const send = (group: string, cost: number) =>
      queue(async () => begun.push(`${group}${cost}`), { group, cost })
    const sent = [
      send('a', 9),
      send('a', 8),
      send('a', 7),
      send('a', 6),
      send('b', 7),
      send('c', 1),
    ]
    await expect(send('a', 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await Promise.all(sent)
    expect(begun).toEqual(['a9', 'c1', 'a6', 'a7', 'b7', 'a8'])
  })

  it('starts tasks of equal cost in the order of arrival', async () => {
    const queue = createBoundedQueue({ atOnce: 1, maxWaiting: 5 })
    const begun: number[] = []
    await Promise.all([1, 2, 3, 4].map((n) => queue(async () => begun.push(n))))
    expect(begun).toEqual([1, 2, 3, 4])
  })
})
