import { Button } from '@mantine/core'
import type { LeadPage } from '@raahi/contract/leads'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLeadTotal } from './lead-total.ts'
import { type LeadsAsked, leadPageQuery } from './leads.api.ts'

/** The total at which the server stopped counting, with a button that requests the exact total once. */
export default function CappedTotal({ page, asked }: { page: LeadPage; asked: LeadsAsked }) {
  const key = JSON.stringify({ ...asked, page: undefined, sort: undefined })
  const [requested, setRequested] = useState<string>()
  const isRequested = requested === key
  const exact = useQuery({
    ...leadPageQuery({ ...asked, page: 1, limit: 1, sort: undefined, total: 'exact' }),
    enabled: isRequested,
    placeholderData: undefined,
  })
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
