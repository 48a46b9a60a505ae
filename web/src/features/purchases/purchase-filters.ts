import { formatPhone } from '@raahi/contract/formats'
import { type LeadType, leadTypes } from '@raahi/contract/leads'
import type { Purchase } from '@raahi/contract/purchases'

/** The search and type of the purchased leads, as they stand in the address. */
export interface PurchaseFilters {
  search: string
  leadType: LeadType | undefined
  page: number
  /** The number of the lead that a link led to; it is found on whatever page it is. */
  lead: string | undefined
}

/** Reads the filters from the address; a value that isn't one is dropped. */
export function readPurchaseFilters(params: URLSearchParams): PurchaseFilters {
  const page = params.get('page') ?? ''
  return {
    search: (params.get('search') ?? '').slice(0, 120),
    leadType: leadTypes.find((type) => type === params.get('leadType')),
    lead: /^LD-\d{6,15}$/.exec(params.get('lead') ?? '')?.[0],
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** Writes the filters for the address: what is not set is left out. */
export function writePurchaseFilters({
  search,
  leadType,
  page,
  lead,
}: PurchaseFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (leadType) params.set('leadType', leadType)
  if (lead) params.set('lead', lead)
  if (page > 1) params.set('page', String(page))
  return params
}

/**
 * The purchases that fit: the type compared with the lead's, the search found in its customer, contact,
 * places or number, whatever the case.
 */
export function filterPurchases(
  purchases: readonly Purchase[],
  { search, leadType }: PurchaseFilters,
): Purchase[] {
  const wanted = search.trim().toLowerCase()
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
