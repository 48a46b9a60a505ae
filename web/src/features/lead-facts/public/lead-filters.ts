import { maxLengths } from '@raahi/contract/field-checks'
import {
  type LeadListQuery,
  leadSorts,
  leadTypes,
  tripTypeAliases,
  tripTypes,
  verifiedContacts,
} from '@raahi/contract/leads'
import { rupeesText } from '@raahi/contract/money'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'
import { shownLeadStatuses } from './lead-labels.ts'

/** The filters of a list of leads. */
export const leadFilters = {
  search: { kind: 'text' },
  leadType: { kind: 'choice', values: leadTypes },
  tripType: { kind: 'choice', values: tripTypes, aliases: tripTypeAliases },
  status: { kind: 'choice', values: shownLeadStatuses },
  destination: { kind: 'text', maxLength: maxLengths.places },
  city: { kind: 'text', maxLength: maxLengths.places },
  destinations: { kind: 'text', maxLength: maxLengths.places },
  cities: { kind: 'text', maxLength: maxLengths.places },
  maxPrice: { kind: 'text', maxLength: 10, pattern: rupeesText },
  travelFrom: { kind: 'date' },
  travelTo: { kind: 'date' },
  verified: { kind: 'choice', values: verifiedContacts },
  sort: { kind: 'choice', values: leadSorts, default: '-createdAt' },
} as const satisfies FilterFields
export type LeadFilters = FiltersOf<typeof leadFilters>

/**
 * The query for these filters. The server has separate filters for status and expiry, the screens have one for both.
 */
export function leadQueryOf({ status, ...filters }: LeadFilters): Omit<LeadListQuery, 'limit'> {
  if (status === 'expired') return { ...filters, expired: true }
  return { ...filters, status, expired: status === 'buy' ? false : undefined }
}
