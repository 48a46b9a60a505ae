import { Button } from '@mantine/core'
import { type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../lib/counts.ts'
import { type LeadsAsked, leadPageQuery } from './leads.api.ts'

/** '12 leads', or '10,000+ leads' if the server stopped counting. */
export function formatLeadTotal({ totalLeads, isTotalCapped }: LeadPage): string {
  if (totalLeads === 1) return '1 lead'
  return `${formatCount(totalLeads)}${isTotalCapped ? '+' : ''} leads`
}

/** The number of leads from which the pager numbers its pages: at least those up to this page and the next. */
export function pagedTotal(page: LeadPage): number {
  const { leads, totalLeads, currentPage, hasNextPage } = page
  const shown = (currentPage - 1) * leadsPerPage + leads.length
  return page.isTotalCapped ? Math.max(totalLeads, shown + (hasNextPage ? 1 : 0)) : totalLeads
}

/** The total of a list. If the server stopped counting, a button requests the exact total once. */
export function LeadTotal({ page, asked }: { page: LeadPage; asked: LeadsAsked }) {
  const key = JSON.stringify({ ...asked, page: undefined, sort: undefined })
  const [requested, setRequested] = useState<string>()
  const isRequested = requested === key
  const exact = useQuery({
    ...leadPageQuery({ ...asked, page: 1, limit: 1, sort: undefined, total: 'exact' }),
    enabled: page.isTotalCapped && isRequested,
    placeholderData: undefined,
  })
  if (!page.isTotalCapped) return formatLeadTotal(page)
  if (isRequested && exact.data) return formatLeadTotal(exact.data)
  return (
    <>
      {formatLeadTotal(page)}{' '}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={exact.isFetching}
        onClick={() => (isRequested ? exact.refetch() : setRequested(key))}
      >
        {exact.isError ? 'Try the exact count again' : 'Show exact count'}
      </Button>
    </>
  )
}
