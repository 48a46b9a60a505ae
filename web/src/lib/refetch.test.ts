import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { refetch } from './refetch.ts'

it('repeats a first load that began before the change', async () => {
  const client = new QueryClient()
  let stored = 'before'
  const { promise: isSlow, resolve: respond } = Promise.withResolvers<void>()
  let loads = 0
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    async queryFn() {
      loads += 1
      const read = stored
      if (loads === 1) await isSlow
      return read
    },
  })
  const leave = observer.subscribe(() => {})
  expect(loads).toBe(1)
  stored = 'after'
  const refetched = refetch(client, ['list'])
  respond()
  await refetched
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'))
  expect(observer.getCurrentResult().isError).toBe(false)
  leave()
})
