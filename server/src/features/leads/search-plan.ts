import type { LeadSelection } from './lead-filters.ts'

/** Totals of searches without stored counts are counted up to this number, unless the exact total is requested. */
export const maxCountedLeads = 10_000

/** Expected numbers of leads. They decide how a search is read, and never what it returns. */
export interface SearchEstimate {
  /** All leads. */
  leads: number
  /** The leads that match each filter with an index: name, destination, city, travel dates, verified contacts. */
  indexed: readonly number[]
  /** The leads that a scan in the order of creation can read: all, or those with the verified contacts of the filter. */
  byCreation: number
  /** The leads for sale, and the sold ones, that match all filters. */
  forSale: number
  sold: number
}

/**
 * How the page of a search is read.
 * - gather: all matches, found by the indexes of the filters, and then sorted.
 * - scan: leads in the order of the list, each compared with the filters, until the page is complete.
 */
export type SearchPlan = 'gather' | 'scan'

/**
 * Costs per lead, relative to a scan in the order of creation, which is the order of the table.
 * - gathered: an index finds the lead anywhere in the table.
 * - sorted: a match is sorted.
 * - byTravelDate: a scan reads the lead in the order of travel dates.
 * - soldByPrice: a scan reads the sold lead in the order of prices.
 */
const costs = { gathered: 2, sorted: 1.5, byTravelDate: 2.5, soldByPrice: 4 }

/**
 * Chooses the plan with the lower cost. A gather reads as many leads as its most selective filter matches. A scan for
 * 50 rows reads 500 leads if one in ten matches, and all if there are too few.
 */
export function chooseSearchPlan(
  query: Pick<LeadSelection, 'page' | 'limit' | 'sort' | 'satatus' | 'expired'>,
  { leads, indexed, byCreation, forSale, sold }: SearchEstimate,
): SearchPlan {
  const { page, limit, sort, satatus, expired } = query
  const needed = page * limit + 1
  const scanned = (matching: number, of = leads) =>
    Math.min(of, (needed * of) / Math.max(matching, 1))
  const all = forSale + sold
  const scanCost = sort.endsWith('cost')
    ? (satatus === 'sold' ? 0 : scanned(forSale, byCreation)) +
      (satatus === 'buy' || expired ? 0 : scanned(sold) * costs.soldByPrice)
    : sort.endsWith('travelDate')
      ? scanned(all) * costs.byTravelDate
      : scanned(all, byCreation)
  const gatherCost =
    Math.min(leads, ...indexed) * costs.gathered + Math.min(all, ...indexed) * costs.sorted
  return gatherCost <= scanCost ? 'gather' : 'scan'
}
