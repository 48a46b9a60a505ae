import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leadPageQuery } from './leads.api.ts'

const page = {
  leads: [],
  totalLeads: 0,
  isTotalCapped: false,
  currentPage: 1,
  hasNextPage: false,
  hasPrevPage: false,
}
let requests: string[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return Response.json({ success: true, data: page })
  })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Shows a page of leads, as the list does once the new address is rendered, and leaves it again. */
async function showPage(client: QueryClient, search: string) {
  const observer = new QueryObserver(client, leadPageQuery({ search }))
  const leave = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  leave()
}

it('requests a changed filter once, even if the response arrives before the list is rendered', async () => {
  const client = new QueryClient()
  await client.prefetchQuery(leadPageQuery({ search: 'asha' }))
  vi.setSystemTime(Date.now() + 100)
  await showPage(client, 'asha')
  expect(requests).toEqual(['/api/leads?search=asha&page=1&limit=50'])
})

it('refetches a page when it is shown again later, and at once after a purchase', async () => {
  const client = new QueryClient()
  await showPage(client, 'asha')
  vi.setSystemTime(Date.now() + 3_000)
  await showPage(client, 'asha')
  expect(requests).toHaveLength(2)
  await client.invalidateQueries({ queryKey: ['leads'] })
  await showPage(client, 'asha')
  expect(requests).toHaveLength(3)
})
