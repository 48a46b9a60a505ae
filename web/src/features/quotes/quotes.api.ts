import { getAgencyLogo, removeAgencyLogo, setAgencyLogo } from '@raahi/contract/agency-logo'
import * as templates from '@raahi/contract/quote-templates'
import * as quotes from '@raahi/contract/quotes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../lib/api.ts'
import { callForFile } from '../../lib/api-file.ts'
import { quotesKey } from '../../lib/query-keys.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import { readSampleItinerary } from '../destinations/public/sample-itinerary.ts'

const ofQuote = (id: string) => [...quotesKey, 'one', id] as const

export function usePurchaseQuote(purchaseId: string) {
  return useQuery({
    queryKey: [...quotesKey, 'purchase', purchaseId],
    queryFn: ({ signal }) =>
      call(quotes.getPurchaseQuote, { params: { id: purchaseId } }, { signal }),
  })
}

/** One quote. A refetch does not change the input of the editor. */
export function useQuote(id: string) {
  return useQuery({
    queryKey: ofQuote(id),
    queryFn: ({ signal }) => call(quotes.getQuote, { params: { id } }, { signal }),
  })
}

/** Opens the draft of a purchase's quote. Creates the draft if none exists. */
export function useOpenDraft() {
  return useQuoteAction(
    (purchaseId: string) => call(quotes.openQuoteDraft, { params: { id: purchaseId } }),
    (quote) => quote,
  )
}

/** The texts of the quote that the agent sent last for another lead; null if there is none. */
export const lastQuoteQuery = (id: string) =>
  queryOptions({
    queryKey: [...quotesKey, 'last', id],
    queryFn: async ({ signal }) =>
      (await call(quotes.getLastQuote, { params: { id } }, { signal })).quote,
  })

export const sampleQuery = (destination: string | null) =>
  queryOptions({
    queryKey: ['sample-itinerary', destination],
    queryFn: () => readSampleItinerary(destination),
    staleTime: Number.POSITIVE_INFINITY,
  })

export function saveDraft(id: string, body: quotes.QuoteDraftForm) {
  return call(quotes.saveQuoteDraft, { params: { id }, body })
}

/** @returns a function that stores a saved draft in the cached quote */
export function useKeepDraft(id: string) {
  const queryClient = useQueryClient()
  return useCallback(
    (draft: quotes.QuoteDraft) =>
      queryClient.setQueryData<quotes.Quote>(ofQuote(id), (quote) => quote && { ...quote, draft }),
    [queryClient, id],
  )
}

/** An action whose response contains the quote, which is shown at once. */
function useQuoteAction<Variables, Data>(
  action: (variables: Variables) => Promise<Data>,
  quoteOf: (data: Data) => quotes.Quote,
) {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: async (variables: Variables) => {
      const data = await action(variables)
      const quote = quoteOf(data)
      // A response to an earlier request would bring back the quote as it was before the action.
      await queryClient.cancelQueries({ queryKey: ofQuote(quote._id) })
      queryClient.setQueryData(ofQuote(quote._id), quote)
      return data
    },
    refreshes: [[...quotesKey, 'purchase']],
  })
}

export function useSendQuote() {
  return useQuoteAction(
    ({ id, revision }: { id: string; revision: number }) =>
      call(quotes.sendQuote, { params: { id }, body: { revision } }),
    ({ quote }) => quote,
  )
}

export function useMailQuote() {
  return useQuoteAction(
    (id: string) => call(quotes.mailQuote, { params: { id } }),
    (quote) => quote,
  )
}

export function useWithdrawQuote() {
  return useQuoteAction(
    (id: string) => call(quotes.withdrawQuote, { params: { id } }),
    (quote) => quote,
  )
}

/** Deletes the draft, then refetches the quote. A quote without a sent version no longer exists. */
export function useDiscardDraft() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: async (id: string) => {
      await call(quotes.discardQuoteDraft, { params: { id } })
      await queryClient.cancelQueries({ queryKey: ofQuote(id) })
      queryClient.setQueryData<quotes.Quote>(
        ofQuote(id),
        (quote) => quote && { ...quote, draft: null },
      )
    },
    refreshes: [quotesKey],
  })
}

export function createLink(id: string) {
  return call(quotes.createQuoteLink, { params: { id } })
}

/** Saves the PDF of a version through the browser's downloads. @throws ApiError */
export async function downloadQuotePdf(id: string, version: number): Promise<void> {
  const params = { id, version: String(version) }
  saveFile(await callForFile(quotes.getQuotePdf, { params }), `quote-${version}.pdf`)
}

const templatesQuery = queryOptions({
  queryKey: [...quotesKey, 'templates'],
  queryFn: ({ signal }) => call(templates.listQuoteTemplates, {}, { signal }),
  staleTime: 10_000,
})

export const useTemplates = () => useQuery(templatesQuery)

export function readTemplate(id: string) {
  return call(templates.getQuoteTemplate, { params: { id } })
}

/** Saves, renames or deletes a template, then refetches the list. */
export function useChangeTemplate() {
  return useSingleMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    refreshes: [templatesQuery.queryKey],
  })
}

export const createTemplate = (body: { quoteId: string; name: string; destination: string }) =>
  call(templates.createQuoteTemplate, { body })
export const renameTemplate = (id: string, body: { name: string; destination: string }) =>
  call(templates.updateQuoteTemplate, { params: { id }, body })
export const deleteTemplate = (id: string) =>
  call(templates.deleteQuoteTemplate, { params: { id } })

const logoKey = [...quotesKey, 'logo'] as const

/** The logo as an object URL; null if there is none. */
export function useLogo(hasLogo: boolean) {
  return useQuery({
    queryKey: logoKey,
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await callForFile(getAgencyLogo, {}, { signal })),
    enabled: hasLogo,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Sets the logo; null removes it. Refetches the quote that shows it. */
export function useSetLogo() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (file: File | null) => {
      if (file === null) return call(removeAgencyLogo)
      const body = new FormData()
      body.set(setAgencyLogo.file.field, file)
      return call(setAgencyLogo, { body })
    },
    refreshes: [[...quotesKey, 'one']],
    onSettled: () => queryClient.removeQueries({ queryKey: logoKey }),
  })
}
