import { assigneeFilters } from '@raahi/contract/assignee-filter'
import { followUpFilters, pipelineSorts } from '@raahi/contract/pipeline'
import { pipelineColumns } from '@raahi/contract/pipeline-labels'
import { worthGroups } from '@raahi/contract/pipeline-worth'
import { leadNumberPattern } from '@raahi/contract/purchases'
import type { FiltersOf } from '../../../lib/list-filters.ts'
import { resultPeriods } from '../result-periods.ts'

export const pipelineViews = ['board', 'list', 'results'] as const
export type PipelineView = (typeof pipelineViews)[number]

/** The parameters of the pipeline's address: the filters of the list, and the period and the groups of the results. */
export const pipelineFilters = {
  view: { kind: 'choice', values: pipelineViews, default: 'board' },
  search: { kind: 'text' },
  stage: { kind: 'choice', values: pipelineColumns },
  followUp: { kind: 'choice', values: followUpFilters },
  assignee: { kind: 'choice', values: assigneeFilters },
  destination: { kind: 'text' },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
  sort: { kind: 'choice', values: pipelineSorts, default: '-boughtAt' },
  period: { kind: 'choice', values: resultPeriods, default: 'all' },
  by: { kind: 'choice', values: worthGroups, default: 'destination' },
  /** The number of the lead that is open. */
  lead: { kind: 'text', pattern: leadNumberPattern, isPosition: true },
} as const

export type PipelineFilters = FiltersOf<typeof pipelineFilters>

/** The filters of the list as a query for the server. */
export function listQuery(filters: PipelineFilters) {
  const { search, stage: column, followUp, assignee, destination, startDate, endDate } = filters
  return { search, column, followUp, assignee, destination, startDate, endDate }
}
