import { listContactMessages, markContactMessage } from '@raahi/contract/contact'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dashboardKey, waitingKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import type { MessageFilters } from './message-filters.ts'

/** Messages per page. */
export const messagesPerPage = 10

const messagesKey = ['contact-messages'] as const

/** A page of messages. The previous page stays on screen until the next one is loaded. */
export function useMessagePage({ page, status, search }: MessageFilters) {
  const query = {
    search,
    ...(status !== 'all' && { status }),
    page: String(page),
    limit: String(messagesPerPage),
  }
  return useQuery({
    queryKey: [...messagesKey, query],
    queryFn: ({ signal }) => call(listContactMessages, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Marks a message as answered, or as waiting again. Refetches the lists and the dashboard, also after a failure. */
export function useMarkMessage() {
  return useSingleMutation({
    mutationFn: ({ id, answered }: { id: string; answered: boolean }) =>
      call(markContactMessage, { params: { id }, body: { answered } }),
    refreshes: [messagesKey, waitingKey, dashboardKey],
  })
}
