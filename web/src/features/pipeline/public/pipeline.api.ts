import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import { setContactOutcome } from '@raahi/contract/contact-log'
import type { CallInput } from '@raahi/contract/endpoint'
import type { ExportFormat } from '@raahi/contract/export-format'
import { listMessageTemplates, setMessageTemplate } from '@raahi/contract/message-templates'
import {
  exportPipeline,
  getFollowUps,
  getPipeline,
  getPipelineCard,
  getPipelineColumn,
  getPipelineSettings,
  listPipelineCards,
  movePipelineCard,
  setFollowUp,
  setPipelineSettings,
  undoPipelineMove,
} from '@raahi/contract/pipeline'
import type { PipelineStage } from '@raahi/contract/pipeline-labels'
import { getPipelineWorth, type WorthGroup } from '@raahi/contract/pipeline-worth'
import {
  addPurchaseNote,
  deletePurchaseNote,
  editPurchaseNote,
} from '@raahi/contract/purchase-notes'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { callForFile } from '../../../lib/api-file.ts'
import { pipelineKey, purchasesKey } from '../../../lib/query-keys.ts'
import { refetch } from '../../../lib/refetch.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { listQuery, type PipelineFilters } from './pipeline-filters.ts'

/** The board. @param assignee only the leads of this member, or of none */
export function boardQuery(assignee: AssigneeFilter | undefined) {
  return queryOptions({
    queryKey: [...pipelineKey, 'board', assignee],
    queryFn: async ({ signal }) => {
      const readFromMs = performance.now()
      return { ...(await call(getPipeline, { query: { assignee } }, { signal })), readFromMs }
    },
  })
}

/**
 * The cards of a column after its first page.
 * @param after `next` of the first page
 */
export function moreCardsQuery(
  column: PipelineStage,
  after: string | null,
  assignee: AssigneeFilter | undefined,
) {
  return infiniteQueryOptions({
    queryKey: [...pipelineKey, 'more', column, after, assignee],
    queryFn: ({ pageParam, signal }) =>
      call(
        getPipelineColumn,
        { params: { column }, query: { after: pageParam, assignee } },
        { signal },
      ),
    initialPageParam: after ?? '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

/** A page of the list. */
export function cardPageQuery(filters: PipelineFilters) {
  const query = { ...listQuery(filters), sort: filters.sort, page: String(filters.page) }
  return queryOptions({
    queryKey: [...pipelineKey, 'cards', query],
    queryFn: ({ signal }) => call(listPipelineCards, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** A card with notes, contacts and moves. */
export function cardQuery(leadId: string) {
  return queryOptions({
    queryKey: [...pipelineKey, 'card', leadId],
    queryFn: ({ signal }) => call(getPipelineCard, { params: { leadId } }, { signal }),
  })
}

export function followUpsQuery(assignee?: AssigneeFilter) {
  return queryOptions({
    queryKey: [...pipelineKey, 'follow-ups', assignee],
    queryFn: ({ signal }) => call(getFollowUps, { query: { assignee } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function worthQuery(by: WorthGroup, days: { startDate?: string; endDate?: string }) {
  return queryOptions({
    queryKey: [...pipelineKey, 'worth', by, days],
    // The result includes `by`, because it stays on the screen while another grouping is loaded.
    queryFn: async ({ signal }) => ({
      by,
      ...(await call(getPipelineWorth, { query: { by, ...days } }, { signal })),
    }),
    placeholderData: keepPreviousData,
  })
}

export const templatesQuery = queryOptions({
  queryKey: ['message-templates'],
  queryFn: ({ signal }) => call(listMessageTemplates, {}, { signal }),
  staleTime: 10_000,
})

export const pipelineSettingsQuery = queryOptions({
  queryKey: ['pipeline-settings'],
  queryFn: ({ signal }) => call(getPipelineSettings, {}, { signal }),
  staleTime: 10_000,
})

/** The cards that match the filters, as a file. */
export function fetchPipelineFile(filters: PipelineFilters, format: ExportFormat) {
  return callForFile(exportPipeline, { query: { ...listQuery(filters), format } })
}

export type MoveBody = CallInput<typeof movePipelineCard>['body']

export const moveCard = (leadId: string, body: MoveBody) =>
  call(movePipelineCard, { params: { leadId }, body })

export const undoMove = (leadId: string, moveId: string) =>
  call(undoPipelineMove, { params: { leadId }, body: { moveId } })

export const sendOutcome = (id: string, body: CallInput<typeof setContactOutcome>['body']) =>
  call(setContactOutcome, { params: { id }, body })

export const sendFollowUp = (leadId: string, on: string | null, time: string | null = null) =>
  call(setFollowUp, { params: { leadId }, body: { followUp: on === null ? null : { on, time } } })

/** What a change of a card affects: the purchased leads show stage and last contact. */
const cardKeys = [pipelineKey, purchasesKey]

/** Refetches everything that a change of a card affects. */
export async function readPipelineAgain(client: QueryClient): Promise<void> {
  await Promise.all(cardKeys.map((key) => refetch(client, key)))
}

/** A mutation of the pipeline. Refetches all queries about the cards afterwards. */
function usePipelineMutation<Data, Variables>(mutationFn: (input: Variables) => Promise<Data>) {
  return useSingleMutation({ mutationFn, refreshes: cardKeys })
}

export const useSetFollowUp = () =>
  usePipelineMutation((input: { leadId: string; on: string | null; time?: string | null }) =>
    sendFollowUp(input.leadId, input.on, input.time),
  )

export const useSetOutcome = () =>
  usePipelineMutation((input: { id: string; body: CallInput<typeof setContactOutcome>['body'] }) =>
    sendOutcome(input.id, input.body),
  )

export const useAddNote = () =>
  usePipelineMutation((body: CallInput<typeof addPurchaseNote>['body']) =>
    call(addPurchaseNote, { body }),
  )

export const useEditNote = () =>
  usePipelineMutation(({ id, ...body }: { id: string; text: string; version: number }) =>
    call(editPurchaseNote, { params: { id }, body }),
  )

export const useDeleteNote = () =>
  usePipelineMutation((id: string) => call(deletePurchaseNote, { params: { id } }))

export type TemplateInput = CallInput<typeof setMessageTemplate>

export function useSetTemplate() {
  return useSingleMutation({
    mutationFn: (input: TemplateInput) => call(setMessageTemplate, input),
    refreshes: [templatesQuery.queryKey],
  })
}

export function useSetReminders() {
  return useSingleMutation({
    mutationFn: (mailReminders: boolean) => call(setPipelineSettings, { body: { mailReminders } }),
    refreshes: [pipelineSettingsQuery.queryKey],
  })
}
