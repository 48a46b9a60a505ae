import {
  type LeadSort,
  leadSorts,
  leadTypes,
  tripTypes,
  verifiedContacts,
} from '@raahi/contract/leads'
import { filterOptions } from '../../ui/filter-options.ts'
import {
  leadStatusLabels,
  leadTypeLabels,
  shownLeadStatuses,
  tripTypeLabels,
  verifiedLabels,
} from '../lead-facts/public/lead-labels.ts'

const sortLabels: Record<LeadSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  cost: 'Price: low to high',
  '-cost': 'Price: high to low',
  travelDate: 'Travel date: soonest',
  '-travelDate': 'Travel date: latest',
}

export const leadTypeOptions = filterOptions('All Lead Types', leadTypes, leadTypeLabels)
export const tripTypeOptions = filterOptions('All Trip Types', tripTypes, tripTypeLabels)
export const statusOptions = filterOptions('All Status', shownLeadStatuses, leadStatusLabels)
export const verifiedOptions = filterOptions('All Contacts', verifiedContacts, verifiedLabels)
export const sortOptions = leadSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))
