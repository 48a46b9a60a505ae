import { type EventPosition, sees } from '../../platform/database/event-position.ts'
import type { LeadChange, SoldLead } from './lead-changes.queries.ts'
import { isSearch, type LeadSelection } from './lead-filters.ts'
import type { LeadPageRows, ListedLeadRow } from './list-leads.queries.ts'

/** A page of leads, and the buyers of its leads. */
export interface PageWithBuyers extends LeadPageRows {
  buyers: ReadonlySet<string>
}

/**
 * The number of rows after the page that are read and kept with it. When a lead of a list of leads for sale is sold,
 * the following rows move up.
 */
export const spareRows = 25

/** Returns whether `applyChanges` can bring pages of this list up to date. */
export function canFollowSales(query: LeadSelection): boolean {
  const { satatus, sort, expired } = query
  // In these lists, a sale adds the lead or changes its position.
  if (sort.endsWith('cost') || satatus === 'sold' || expired) return false
  return satatus === undefined || (sort.endsWith('createdAt') && !isSearch(query))
}

/**
 * Applies the changes that the page does not contain yet.
 * @param readIn the snapshot in which the page was read
 * @returns null if the page must be read again
 */
export function applyChanges(
  page: PageWithBuyers,
  query: LeadSelection,
  readIn: EventPosition,
  changes: readonly LeadChange[],
): PageWithBuyers | null {
  let current = page
  for (const { xid, sale } of changes) {
    if (sees(readIn, xid)) continue
    // An expired lead that is sold appears in lists that did not have it.
    if (!sale || sale.was_expired) return null
    const next =
      query.satatus === 'buy' ? withoutSold(current, query, sale) : withSold(current, sale)
    if (!next) return null
    current = next
  }
  return current
}

/** In a list of all leads, a sold lead keeps its position. */
function withSold(page: PageWithBuyers, sale: SoldLead): PageWithBuyers {
  const at = page.rows.findIndex(({ id }) => id === sale.id)
  const row = page.rows[at]
  if (!row) return page
  const sold: ListedLeadRow = {
    ...row,
    status: 'sold',
    expired: false,
    cost_paise: sale.sold_cost_paise,
    buyer_id: sale.buyer_id,
  }
  const buyers = sale.buyer_id ? new Set([...page.buyers, sale.buyer_id]) : page.buyers
  return { ...page, rows: page.rows.with(at, sold), buyers }
}

/**
 * In a list of leads for sale, a sold lead is removed, and the leads after it move up. Returns null if it is not known
 * which lead leaves the page.
 */
function withoutSold(
  page: PageWithBuyers,
  query: LeadSelection,
  sale: SoldLead,
): PageWithBuyers | null {
  const { leadType, tripType, limit } = query
  if (leadType && leadType !== sale.lead_type) return page
  if (tripType && tripType !== sale.trip_type) return page
  const total = page.total - 1
  const at = leavingIndex(page.rows, query, sale)
  if (at === null) return null
  const rows = at === 'after' ? page.rows : page.rows.toSpliced(at, 1)
  const needed = Math.min(limit, total - (query.page - 1) * limit)
  if (rows.length < needed) return null
  return { ...page, total, rows, hasNextPage: query.page * limit < total }
}

/**
 * Returns the index of the row that leaves the page: that of the lead, or 0 if the lead was on an earlier page. Returns
 * `after` if the lead was on a later page, and null if its page is not known.
 */
function leavingIndex(
  rows: readonly ListedLeadRow[],
  { sort }: LeadSelection,
  sale: SoldLead,
): number | 'after' | null {
  const at = rows.findIndex(({ id }) => id === sale.id)
  if (at >= 0) return at
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const isNewestFirst = sort === '-createdAt'
  const leadMs = Date.parse(sale.created_at)
  const isBefore = (row: ListedLeadRow) => {
    const rowMs = new Date(row.created_at).getTime()
    return isNewestFirst ? leadMs > rowMs : leadMs < rowMs
  }
  const isAfter = (row: ListedLeadRow) =>
    leadMs !== new Date(row.created_at).getTime() && !isBefore(row)
  if (isBefore(first)) return 0
  // The order of leads of the same millisecond is not known here: it depends on microseconds and ids.
  return isAfter(last) ? 'after' : null
}
