import { followUpFilters, pipelineSorts } from '@raahi/contract/pipeline'
import { pipelineColumns } from '@raahi/contract/pipeline-words'
import { leadNumberPattern } from '@raahi/contract/purchases'
import type { FiltersOf } from '../../lib/list-filters.ts'

export const pipelineViews = ['board', 'list', 'results'] as const
export type PipelineView = (typeof pipelineViews)[number]

/** What the address of the pipeline keeps. The filters are those of the list. */
export const pipelineFilters = {
  view: { kind: 'choice', values: pipelineViews, default: 'board' },
  search: { kind: 'text' },
  stage: { kind: 'choice', values: pipelineColumns },
  followUp: { kind: 'choice', values: followUpFilters },
  destination: { kind: 'text' },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
  sort: { kind: 'choice', values: pipelineSorts, default: '-boughtAt' },
  /** The number of the lead that is open. */
  lead: { kind: 'text', pattern: leadNumberPattern, isPosition: true },
} as const

export type PipelineFilters = FiltersOf<typeof pipelineFilters>
