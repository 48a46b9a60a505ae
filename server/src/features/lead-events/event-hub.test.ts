import { maxSilenceMs } from '@raahi/contract/lead-events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseEventId } from '../../platform/database/event-position.ts'
import { missedChanges } from './build-event.ts'
import { createEventHub } from './event-hub.ts'
import type { EventStream } from './event-stream.ts'
import type { Change, ChangesRead, ChangesReader, KnownSnapshots } from './lead-events.queries.ts'
import { maxMissedChanges } from './lead-events.queries.ts'

const userId = 'user'
const at = (snapshot: string) => `0123abcd-${snapshot}`

function makeRead(id: string, parts: Partial<ChangesRead> = {}): ChangesRead {
  return {
    id,
    position: parseEventId(id),
    horizon: null,
    followed: [],
    missed: [],
    ended: [],
    leads: new Map(),
    buyers: new Map(),
    prices: { domestic: null, international: null, aged: [] },
    ...parts,
  }
}

/** A reader that finds a new change of this kind in every read. */
function makeReader(kind: Change['kind'] | null): ChangesReader & { isAway: boolean } {
  let xid = 10n
  return {
    isAway: false,
    async readChanges() {
      if (this.isAway) throw Object.assign(new Error('away'), { code: '57P03' })
      xid += 1n
      const subjectId = kind === 'prices' ? null : userId
      const followed = kind === null ? [] : [{ xid: xid - 1n, kind, subjectId }]
      return makeRead(at(`${xid}:${xid}:`), { followed })
    },
    findAccountFigures: async (userIds) =>
      userIds.map((each) => ({ userId: each, walletPaise: 100, planLeads: 0 })),
  }
}

function openStream(hub: ReturnType<typeof createEventHub>) {
  const stream = {
    isOpen: true as boolean,
    sent: [] as { text: string; atMs: number }[],
    end(cause: string, retryMs?: number) {
      stream.isOpen = false
      ended(cause, retryMs)
      hub.leave(stream, userId)
    },
    send(bytes: Buffer) {
      stream.sent.push({ text: bytes.toString(), atMs: Date.now() })
    },
  } satisfies EventStream & Record<string, unknown>
  const ended = vi.fn()
  const after = parseEventId(at('10:10:'))
  hub.join({
    stream,
    userId,
    agencyId: userId,
    isCaller: false,
    receiver: userId,
    sessionId: 'session',
    after,
    admitted: after,
    once: false,
  })
  return { stream, ended }
}

function createHub(reader: ChangesReader) {
  hub = createEventHub(reader, { error: vi.fn() })
  return hub
}
let hub: ReturnType<typeof createEventHub>

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  hub.stop()
  vi.useRealTimers()
})

it('ends a stream at its maximum age, even with a change every second', async () => {
  const { stream, ended } = openStream(createHub(makeReader('prices')))
  const joinedAtMs = Date.now()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stream.sent.length).toBeGreaterThan(50)
  // The clock jumps, because running each timer of ten minutes takes long on a busy machine.
  vi.setSystemTime(joinedAtMs + 9.8 * 60_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ended).not.toHaveBeenCalled()
  vi.setSystemTime(joinedAtMs + 13.1 * 60_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ended).toHaveBeenCalledExactlyOnceWith('age', 0)
})

it('never leaves a stream silent for too long, with and without the database', async () => {
  const reader = makeReader(null)
  const { stream } = openStream(createHub(reader))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stream.sent.map(({ text }) => text)).not.toContain(':\n\n')
  reader.isAway = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stream.sent.at(-1)?.text).toBe(':\n\n')
  const joined = openStream(hub)
  reader.isAway = false
  await vi.advanceTimersByTimeAsync(maxSilenceMs)
  expect(joined.stream.sent.at(-1)?.text).toContain('id: ')
  const timesMs = stream.sent.map(({ atMs }) => atMs)
  const gapsMs = timesMs.slice(1).map((atMs, index) => atMs - (timesMs[index] ?? 0))
  expect(Math.max(...gapsMs)).toBeLessThanOrEqual(maxSilenceMs)
})

it('admits a stream that joins during a read only after the next read, which includes the changes that its client has missed', async () => {
  const reads: { known: KnownSnapshots; resolve(read: ChangesRead): void }[] = []
  const readChanges = (known: KnownSnapshots) =>
    new Promise<ChangesRead>((resolve) => reads.push({ known, resolve }))
  const first = openStream(createHub({ ...makeReader(null), readChanges }))
  await vi.advanceTimersByTimeAsync(0)
  const during = openStream(hub)
  // Transactions 10 and 11 ended before this read, which was sent for the first stream alone.
  reads[0]?.resolve(makeRead(at('12:12:')))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(first.stream.sent).toHaveLength(1)
  expect(during.stream.sent).toEqual([])
  expect(reads[1]?.known).toMatchObject({ missed: '10:10:', admitted: '10:10:' })
  const change = (kind: Change['kind'], xid: bigint) => ({ xid, kind, subjectId: null })
  reads[1]?.resolve(
    makeRead(at('13:13:'), { missed: [change('prices', 10n)], followed: [change('prices', 12n)] }),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(during.stream.sent.map(({ text }) => text)).toEqual([expect.stringContaining('"prices"')])
})

it('sends at most one event a second if only the account changes', async () => {
  const { stream } = openStream(createHub(makeReader('account')))
  await vi.advanceTimersByTimeAsync(10_000)
  const count = stream.sent.filter(({ text }) => text.includes('"account"')).length
  expect(count).toBeGreaterThanOrEqual(9)
  expect(count).toBeLessThanOrEqual(11)
})

it('sends the event of the user before the event with the id, so that a stream that is cut between the two gets both again', async () => {
  const changes: Change[] = [
    { xid: 10n, kind: 'account', subjectId: userId },
    { xid: 10n, kind: 'prices', subjectId: null },
  ]
  let xid = 10n
  const readChanges = async () => {
    xid += 1n
    return makeRead(at(`${xid}:${xid}:`), {
      missed: changes,
      followed: changes.map((change) => ({ ...change, xid: xid - 1n })),
    })
  }
  const { stream } = openStream(createHub({ ...makeReader(null), readChanges }))
  await vi.advanceTimersByTimeAsync(2_000)
  const kinds = stream.sent.map(({ text }) => (text.includes('id: ') ? 'shared' : 'own'))
  expect(kinds.slice(0, 4)).toEqual(['own', 'shared', 'own', 'shared'])
  expect(stream.sent[0]?.text).toContain('"account"')
})

it('ends a stream that joins after the stop, with a time to reconnect', () => {
  createHub(makeReader(null)).stop()
  const { ended } = openStream(hub)
  expect(ended).toHaveBeenCalledExactlyOnceWith('stop', expect.any(Number))
  expect(hub.count(userId)).toEqual({ ofUser: 0, all: 0 })
})

it('knows the changes that a client has missed if all changes that were not read are older', () => {
  const lastXid = 2_000 + maxMissedChanges
  const missed = Array.from(
    { length: maxMissedChanges + 1 },
    (_, index): Change => ({ xid: BigInt(lastXid - index), kind: 'changed', subjectId: 'lead' }),
  )
  // Transaction 1500 is still open, 1600 has ended.
  const read = makeRead(at(`1500:${lastXid + 1}:1500`), { missed })
  const countMissed = (snapshot: string) =>
    missedChanges(parseEventId(at(snapshot)), read)?.length ?? null
  expect(countMissed(`1500:${lastXid}:1500`)).toBe(1)
  expect(countMissed('1500:2001:1500')).toBe(maxMissedChanges)
  expect(countMissed('1500:2000:1500')).toBe(null)
  expect(countMissed(`1500:${lastXid}:1500,1600`)).toBe(null)
})
