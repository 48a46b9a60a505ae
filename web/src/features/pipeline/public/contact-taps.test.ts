import { recordContact } from '@raahi/contract/contact-log'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endSession, startSession } from '../../../lib/session.ts'
import { recordTap } from '../record-tap.ts'
import { readStoredTaps } from '../stored-taps.ts'
import { recordContactTap, sendStoredTaps, useTaps } from './contact-taps.ts'

const userId = '019a573f-2b0e-725c-b855-bdd594d8a46f'
const otherId = '019a573f-2b0e-725c-b855-bdd594d8a470'
const leadId = '01a20812-2d8a-73bd-8489-000000000001'
const call = { leadId, channel: 'call', name: 'Meera' } as const

interface Sent {
  id: string
  keptSeconds?: number
  token: string | null
}
let sent: Sent[]
/** The status that the server returns; null if the network fails. */
let status: number | null
let storage: Record<string, string>
/** Runs with each request that arrives. */
let onSent: () => void

function signIn(_id: string) {
  startSession({
    user: { _id } as never,
    accessToken: `token of ${_id}`,
    accessTokenExpiresAt: new Date(Date.now() + 900_000).toISOString(),
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') })
  sent = []
  status = null
  storage = {}
  onSent = () => undefined
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => {
      storage[key] = text
    },
    removeItem: (key: string) => delete storage[key],
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(storage),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    if (status === null) throw new TypeError('Failed to fetch')
    const answer = status < 300 ? { success: true, data: {} } : { success: false, code: 'X' }
    sent.push({ ...JSON.parse(String(body)), token: new Headers(headers).get('authorization') })
    onSent()
    return Response.json(answer, { status })
  })
  signIn(userId)
})
afterEach(() => {
  endSession()
  useTaps.setState({ tap: null })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tried = () => useTaps.getState().tap?.tried

it('sends a tap at once, and stores nothing once the server has recorded it', async () => {
  status = 201
  recordContactTap(userId, call)
  await tried()
  expect(sent).toMatchObject([
    { id: useTaps.getState().tap?.id, token: `Bearer token of ${userId}` },
  ])
  expect(readStoredTaps(userId)).toEqual([])
})

it('stores a tap without network, and sends it once with its age when the network is back', async () => {
  recordContactTap(userId, call)
  await tried()
  expect(readStoredTaps(userId)).toHaveLength(1)
  vi.setSystemTime(Date.now() + 3_600_000)
  status = 201
  await Promise.all([sendStoredTaps(), sendStoredTaps()])
  await sendStoredTaps()
  expect(sent).toMatchObject([{ id: useTaps.getState().tap?.id, keptSeconds: 3600 }])
  expect(readStoredTaps(userId)).toEqual([])
})

it('retries while the network fails', async () => {
  recordContactTap(userId, call)
  await tried()
  await vi.advanceTimersByTimeAsync(30_000)
  status = 503
  await vi.advanceTimersByTimeAsync(60_000)
  expect(readStoredTaps(userId)).toHaveLength(1)
  sent = []
  status = 201
  await vi.advanceTimersByTimeAsync(300_000)
  expect(sent).toHaveLength(1)
})

it('sends stored taps of an earlier page load, the earliest first, and removes invalid ones', async () => {
  const store = (id: string, tappedAtMs: number) => {
    storage[`raahi-tap-${id}-${userId}`] = JSON.stringify({
      id,
      leadId,
      channel: 'call',
      tappedAtMs,
    })
  }
  store('second', 2)
  store('first', 1)
  storage[`raahi-tap-broken-${userId}`] = '{'
  storage[`raahi-tap-copy-${userId}`] = storage[`raahi-tap-first-${userId}`] ?? ''
  status = 201
  await sendStoredTaps()
  expect(sent.map(({ id }) => id)).toEqual(['first', 'second'])
  expect(Object.keys(storage).filter((key) => key.startsWith('raahi-tap'))).toEqual([])
})

it('drops a tap that the server refuses, and closes its question', async () => {
  status = 409
  recordContactTap(userId, call)
  await tried()
  expect(readStoredTaps(userId)).toEqual([])
  expect(useTaps.getState().tap).toBeNull()
})

it.each([401, 429, 500])('keeps a tap after status %s', async (refusal) => {
  status = refusal
  recordContactTap(userId, call)
  await tried()
  expect(readStoredTaps(userId)).toHaveLength(1)
})

it('sends no taps of another user, and removes stored taps at the logout', async () => {
  recordContactTap(userId, call)
  await tried()
  storage[`raahi-tap-x-${otherId}`] = JSON.stringify({
    id: 'x',
    leadId,
    channel: 'call',
    tappedAtMs: 1,
  })
  status = 201
  endSession()
  expect(readStoredTaps(userId)).toEqual([])
  await sendStoredTaps()
  expect(sent).toEqual([])
  signIn(otherId)
  await sendStoredTaps()
  expect(sent).toMatchObject([{ id: 'x', token: `Bearer token of ${otherId}` }])
})

it('stops sending when the session ends', async () => {
  for (const id of ['a', 'b'])
    storage[`raahi-tap-${id}-${userId}`] = JSON.stringify({
      id,
      leadId,
      channel: 'call',
      tappedAtMs: 1,
    })
  status = 201
  onSent = () => signIn(otherId)
  await sendStoredTaps()
  expect(sent).toMatchObject([{ id: 'a', token: `Bearer token of ${userId}` }])
})

it('sends to the endpoint of the contract', () => {
  const { method, path, access } = recordContact
  expect(recordTap).toEqual({ method, path, access })
})
