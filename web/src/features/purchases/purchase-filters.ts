import { formatPhone } from '@raahi/contract/formats'
import { leadTypes } from '@raahi/contract/leads'
import type { Purchase } from '@raahi/contract/purchases'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The filters of the purchased leads. `lead` is the number of the lead that a link points at, on any page. */
export const purchaseFilters = {
  search: { kind: 'text' },
  leadType: { kind: 'choice', values: leadTypes },
  lead: { kind: 'text', maxLength: 18, pattern: /^LD-\d{6,15}$/, isPosition: true },
} as const satisfies FilterFields
export type PurchaseFilters = FiltersOf<typeof purchaseFilters>

/**
 * The purchases that fit: the type compared with the lead's, the search found in its customer, contact,
 * places or number, whatever the case.
 */
export function filterPurchases(
  purchases: readonly Purchase[],
  { search, leadType }: PurchaseFilters,
): Purchase[] {
  const wanted = search?.toLowerCase() ?? ''
  return purchases.filter(
    ({ lead }) =>
      (leadType === undefined || lead.leadType === leadType) &&
      [
        lead.name,
        lead.email,
        lead.phone,
        lead.phone && formatPhone(lead.phone),
        lead.city,
        lead.destination,
        lead.leadId,
      ].some((text) => text?.toLowerCase().includes(wanted)),
  )
}
