import type { Lead, LeadPage } from '@raahi/contract/leads'
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  accountKey,
  automaticBuyingKey,
  pipelineKey,
  purchasesKey,
  quotesKey,
  savedSearchesKey,
  skippedLeadsKey,
  statementKey,
  subscriptionsKey,
} from '../../lib/query-keys.ts'
import { addEvent, startOverlay } from './public/lead-overlay.ts'
import { useLiveView } from './public/live-leads.ts'
import { startLive } from './start-live.ts'
import { leadPagesKey } from './uncovered-pages.ts'

const beforeRestart = (snapshot: string) => `aaaaaaaa-${snapshot}`
const afterRestart = (snapshot: string) => `bbbbbbbb-${snapshot}`
const name = 'raahi-lead-events-agent'

/** Simulates the tab that reads the stream. */
let leader: BroadcastChannel
let release: () => void
beforeEach(async () => {
  vi.stubGlobal('window', globalThis)
  leader = new BroadcastChannel(name)
  const held = Promise.withResolvers<void>()
  void navigator.locks.request(name, () => {
    held.resolve()
    return new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await held.promise
})
afterEach(() => {
  leader.close()
  release()
  vi.unstubAllGlobals()
})

it('refetches a page of another database run once per overlay, and all data of the agent if events are missing', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const lead = { _id: 'lead', satatus: 'sold' } as Lead
  let eventId = beforeRestart('10:10:')
  let pageReads = 0
  const ownKeys: QueryKey[] = [
    accountKey,
    subscriptionsKey,
    purchasesKey,
    statementKey,
    savedSearchesKey,
    automaticBuyingKey,
    quotesKey,
  ]
  const own = new Map(ownKeys.map((queryKey) => [queryKey, 0]))
  const observers = [...own.keys()].map(
    (queryKey) =>
      new QueryObserver<unknown>(client, {
        queryKey,
        queryFn: () => {
          own.set(queryKey, (own.get(queryKey) ?? 0) + 1)
          return null
        },
      }),
  )
  observers.push(
    new QueryObserver<unknown>(client, {
      queryKey: leadPagesKey,
      queryFn: () => {
        pageReads += 1
        // Endless refetching would otherwise block the test.
        if (pageReads > 20) throw new Error('The page was refetched endlessly.')
        return { leads: [{ ...lead, satatus: 'buy' }], eventId }
      },
    }),
  )
  const unsubscribe = observers.map((observer) => observer.subscribe(() => {}))
  await expect.poll(() => client.isFetching()).toBe(0)
  const stop = startLive(client, 'agent')
  try {
    const overlay = addEvent(
      startOverlay(beforeRestart('10:10:')),
      { leads: [lead] },
      beforeRestart('12:12:'),
    )
    leader.postMessage({ type: 'state', overlay, isConnected: true })
    const shown = () => {
      const page = client.getQueryData<LeadPage>(leadPagesKey)
      return page && useLiveView.getState().view?.show(page).leads[0]?.satatus
    }
    await expect.poll(shown).toBe('sold')
    eventId = afterRestart('5:5:')
    await client.refetchQueries({ queryKey: leadPagesKey })
    expect(shown()).toBe('buy')
    eventId = afterRestart('9:9:')
    const id = afterRestart('8:8:')
    leader.postMessage({ type: 'event', event: { readAgain: true }, id })
    const isCurrent = () => client.getQueryData<LeadPage>(leadPagesKey)?.eventId === eventId
    await expect.poll(isCurrent).toBe(true)
    await expect.poll(() => [...own.values()]).toEqual([2, 2, 2, 2, 2, 2, 2])
    expect(pageReads).toBe(3)
  } finally {
    stop()
    for (const each of unsubscribe) each()
    client.clear()
  }
})

it('refetches cards and quotes when the stream starts, then only those that a changed card affects', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const reads: Record<string, number> = {}
  const keys = [
    ...[['board'], ['card', 'changed'], ['card', 'other']].map((rest) => [...pipelineKey, ...rest]),
    ...[['one', 'id'], ['purchase', 'id'], ['logo']].map((rest) => [...quotesKey, ...rest]),
  ]
  const observers = keys.map(
    (queryKey) =>
      new QueryObserver<unknown>(client, {
        queryKey,
        queryFn: () => {
          reads[queryKey.join()] = (reads[queryKey.join()] ?? 0) + 1
          return null
        },
      }),
  )
  const unsubscribe = observers.map((observer) => observer.subscribe(() => {}))
  await expect.poll(() => client.isFetching()).toBe(0)
  const stop = startLive(client, 'agent')
  try {
    const overlay = startOverlay(beforeRestart('10:10:'))
    leader.postMessage({ type: 'state', overlay, isConnected: true })
    // A change between the first read and the start of the stream would otherwise be missed.
    const readTwice = {
      'pipeline,board': 2,
      'pipeline,card,changed': 2,
      'pipeline,card,other': 2,
      'quotes,one,id': 2,
      'quotes,purchase,id': 2,
      'quotes,logo': 1,
    }
    await expect.poll(() => reads).toEqual(readTwice)
    await expect.poll(() => client.isFetching()).toBe(0)
    leader.postMessage({ type: 'connected', isConnected: false })
    leader.postMessage({ type: 'connected', isConnected: true })
    const event = { changedCards: ['changed'] }
    leader.postMessage({ type: 'event', event, id: beforeRestart('12:12:') })
    await expect.poll(() => reads['pipeline,board']).toBe(3)
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(reads).toEqual({
      ...readTwice,
      'pipeline,board': 3,
      'pipeline,card,changed': 3,
      'quotes,one,id': 3,
      'quotes,purchase,id': 3,
    })
  } finally {
    stop()
    for (const each of unsubscribe) each()
    client.clear()
  }
})

it('refetches automatic buying after a new balance, and the saved searches once, seconds after new leads', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const reads: Record<string, number> = {}
  const observers = [automaticBuyingKey, skippedLeadsKey, savedSearchesKey].map(
    (queryKey) =>
      new QueryObserver<unknown>(client, {
        queryKey,
        queryFn: () => {
          reads[queryKey.join()] = (reads[queryKey.join()] ?? 0) + 1
          return null
        },
      }),
  )
  const unsubscribe = observers.map((observer) => observer.subscribe(() => {}))
  await expect.poll(() => client.isFetching()).toBe(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = startLive(client, 'agent')
  try {
    const overlay = startOverlay(beforeRestart('10:10:'))
    leader.postMessage({ type: 'state', overlay, isConnected: true })
    for (const newLeadIds of [['first'], ['second']])
      leader.postMessage({ type: 'event', event: { newLeadIds }, id: beforeRestart('12:12:') })
    const account = { wallet: 900, planLeads: 0, boughtLeadIds: [] }
    leader.postMessage({ type: 'event', event: { account } })
    const ofKeys = () =>
      [automaticBuyingKey, skippedLeadsKey, savedSearchesKey].map((key) => reads[key.join()])
    await expect.poll(ofKeys).toEqual([2, 2, 1])
    vi.advanceTimersByTime(10_000)
    expect(ofKeys()).toEqual([2, 2, 2])
  } finally {
    stop()
    vi.useRealTimers()
    for (const each of unsubscribe) each()
    client.clear()
  }
})
