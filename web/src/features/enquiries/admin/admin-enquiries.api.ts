import {
  convertEnquiry,
  type Enquiry,
  listEnquiries,
  putOnSale,
  type RejectReason,
  rejectEnquiry,
} from '@raahi/contract/enquiries'
import type { leadForm } from '@raahi/contract/leads'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { isRefusal } from '../../../lib/api-error.ts'
import { dashboardKey, leadsKey, waitingKey } from '../../../lib/query-keys.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import type { EnquiryFilters } from './enquiry-filters.ts'

/** Enquiries per page. */
export const enquiriesPerPage = 10

const enquiriesKey = ['enquiries'] as const

/** A page of enquiries. The previous page stays on screen until the next one is loaded. */
export function useEnquiryPage({ page, status, open: _open, ...filters }: EnquiryFilters) {
  const query = {
    ...filters,
    ...queryOfTab(status),
    page: String(page),
    limit: String(enquiriesPerPage),
  }
  return useQuery({
    queryKey: [...enquiriesKey, 'page', query],
    queryFn: ({ signal }) => call(listEnquiries, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

function queryOfTab(tab: EnquiryFilters['status']) {
  if (tab === 'suspected') return { status: 'new', suspected: 'only' }
  if (tab === 'corrected') return { corrected: 'open' }
  if (tab === 'not-called') return { calls: 'open' }
  return tab === 'all' ? {} : { status: tab }
}

/** The current state of one enquiry, by its reference. */
export function useEnquiryNow(reference: string) {
  return useQuery({
    queryKey: [...enquiriesKey, 'one', reference],
    queryFn: async ({ signal }) => {
      const query = { search: reference, limit: '1' }
      const { docs } = await call(listEnquiries, { query }, { signal })
      return docs[0] ?? null
    },
  })
}

interface Conversion {
  /** The version from which the form was filled in. */
  enquiry: Enquiry
  body: z.input<typeof leadForm>
}

/** The queries that a decision affects. */
const changedKeys = [enquiriesKey, waitingKey, leadsKey, dashboardKey]

/** Converts an enquiry into a lead. */
export function useConvertEnquiry() {
  return useSingleMutation({
    mutationFn: ({ enquiry, body }: Conversion) =>
      call(convertEnquiry, {
        params: { id: enquiry._id },
        query: { correctedAt: enquiry.correctedAt ?? '' },
        body,
      }),
    refreshes: changedKeys,
  })
}

/** Puts the lead of a corrected enquiry on sale again, with the values that the admin has read. */
export function usePutOnSale() {
  return useSingleMutation({
    mutationFn: ({ _id, correctedAt }: Enquiry) =>
      call(putOnSale, {
        params: { id: _id },
        query: correctedAt === null ? {} : { correctedAt },
      }),
    refreshes: changedKeys,
  })
}

/** Closes enquiries without creating leads. */
export function useRejectEnquiries() {
  return useSingleMutation({
    mutationFn: ({ enquiries, reason }: { enquiries: readonly Enquiry[]; reason: RejectReason }) =>
      decideEach(enquiries, ({ _id }) =>
        call(rejectEnquiry, { params: { id: _id }, body: { reason } }),
      ),
    refreshes: changedKeys,
  })
}

/** Converts enquiries into leads with the values that their travellers sent. */
export function useConvertEnquiries() {
  return useSingleMutation({
    mutationFn: (conversions: readonly Conversion[]) =>
      decideEach(conversions, ({ enquiry, body }) =>
        call(convertEnquiry, {
          params: { id: enquiry._id },
          query: { correctedAt: enquiry.correctedAt ?? '' },
          body,
        }),
      ),
    refreshes: changedKeys,
  })
}

/**
 * Decides several enquiries one after another, each in its own transaction. One that was decided or corrected meanwhile
 * is left as it is, and the others are still decided.
 * @returns how many were decided
 * @throws the refusal if it is about the only one
 */
async function decideEach<Item>(
  items: readonly Item[],
  decide: (item: Item) => Promise<unknown>,
): Promise<number> {
  let decided = 0
  for (const item of items) {
    try {
      await decide(item)
      decided += 1
    } catch (error) {
      const isMeanwhile =
        isRefusal(error, 'ENQUIRY_ALREADY_DECIDED') || isRefusal(error, 'ENQUIRY_CORRECTED')
      if (items.length === 1 || !isMeanwhile) throw error
    }
  }
  return decided
}
