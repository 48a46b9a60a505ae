import { z } from 'zod'
import { optionalFilter } from './fields.ts'

/** Leads that are assigned to the caller, or to no member. */
export const assigneeFilters = ['me', 'none'] as const
export type AssigneeFilter = (typeof assigneeFilters)[number]

/** A filter of bought leads. Absent: all leads of the agency, for callers their own. */
export const assignee = optionalFilter(
  z.enum(assigneeFilters, { error: 'This filter is not recognised.' }),
)
