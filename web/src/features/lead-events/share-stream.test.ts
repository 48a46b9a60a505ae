import type { LeadEvent } from '@raahi/contract/lead-events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shareStream } from './share-stream.ts'

const name = 'raahi-lead-events-agent'
const stopping = new AbortController()

beforeEach(() => vi.stubGlobal('window', globalThis))
afterEach(() => {
  stopping.abort()
  vi.unstubAllGlobals()
})

it('follows the next leading tab after the server has refused the stream of this tab', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, code: 'NOT_FOUND', message: 'Not found.' }, { status: 404 }),
  )
  const onConnected = vi.fn()
  const onChange = vi.fn()
  const onNewLeads = vi.fn()
  const ignore = () => {}
  const onFirstConnected = vi.fn()
  const others = { onAccount: ignore, onCards: ignore, onReadAgain: ignore, onFirstConnected }
  const handlers = { readFirstId: () => undefined, onConnected, onChange, onNewLeads, ...others }
  shareStream('agent', handlers, stopping.signal)
  await expect.poll(() => onConnected.mock.calls).toEqual([[false]])
  expect(onFirstConnected).not.toHaveBeenCalled()
  // The lock is free again, so another tab becomes the leader.
  const leader = new BroadcastChannel(name)
  try {
    await navigator.locks.request(name, async () => {
      const overlay = { since: 'aaaaaaaa-10:10:', until: 'aaaaaaaa-10:10:', leads: new Map() }
      const event: LeadEvent = { newLeadIds: ['lead'] }
      leader.postMessage({
        type: 'state',
        overlay: { ...overlay, prices: null },
        isConnected: true,
      })
      leader.postMessage({ type: 'event', event, id: 'aaaaaaaa-12:12:' })
      await expect.poll(() => onNewLeads.mock.calls.length).toBe(1)
    })
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ until: 'aaaaaaaa-12:12:' }))
    expect(onConnected).toHaveBeenLastCalledWith(true)
  } finally {
    leader.close()
  }
})
