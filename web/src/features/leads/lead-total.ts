import { type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import { formatCount } from '../../lib/counts.ts'

/** '12 leads', or '10,000+ leads' if the server stopped counting. */
export function formatLeadTotal({ totalLeads, isTotalCapped }: LeadPage): string {
  if (totalLeads === 1) return '1 lead'
  return `${formatCount(totalLeads)}${isTotalCapped ? '+' : ''} leads`
}

/**
 * The number of leads for the pager. For a capped total, at least the leads up to this page and, if there is one, the
 * next.
 */
export function pagedTotal(page: LeadPage, pageSize = leadsPerPage): number {
  const { leads, totalLeads, currentPage, hasNextPage } = page
  const shown = (currentPage - 1) * pageSize + leads.length
  return page.isTotalCapped ? Math.max(totalLeads, shown + (hasNextPage ? 1 : 0)) : totalLeads
}
