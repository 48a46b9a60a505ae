import {
  answerContactMessage,
  listContactMessages,
  markContactMessage,
} from '@raahi/contract/contact'
import { sendOwnLink } from '@raahi/contract/own-enquiry'
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

/** Mails an answer to the sender of a message, which is answered then. */
export function useAnswerMessage() {
  return useSingleMutation({
    mutationFn: ({ id, ...body }: { id: string; answer: string; quoteForm: boolean }) =>
      call(answerContactMessage, { params: { id }, body }),
    refreshes: [messagesKey, waitingKey, dashboardKey],
  })
}

/** Mails the links of the sender's enquiries again, as the sender could request on the site. */
export function useSendLinkAgain() {
  return useSingleMutation({
    mutationFn: (email: string) => call(sendOwnLink, { body: { contact: email } }),
  })
}
