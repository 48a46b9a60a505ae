import { Button } from '@mantine/core'
import type { LeadPage } from '@raahi/contract/leads'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LeadQuery, leadPageQuery } from './leads.api.ts'

interface ExactTotalButtonProps {
  query: LeadQuery
  /** Called with the exact total once it is known, and with null when it no longer applies. Must be stable. */
  onTotal: (total: LeadPage | null) => void
}

/** Requests the exact total once, for a list at which the server stopped counting. */
export default function ExactTotalButton({ query, onTotal }: ExactTotalButtonProps) {
  const key = JSON.stringify({ ...query, page: undefined, sort: undefined })
  const [requested, setRequested] = useState<string>()
  const isRequested = requested === key
  const exact = useQuery({
    ...leadPageQuery({ ...query, page: 1, limit: 1, sort: undefined, total: 'exact' }),
    enabled: isRequested,
    placeholderData: undefined,
  })
  const total = isRequested ? exact.data : undefined
  useEffect(() => {
    onTotal(total ?? null)
    return () => onTotal(null)
  }, [total, onTotal])
  if (total) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={exact.isFetching}
      onClick={() => (isRequested ? exact.refetch() : setRequested(key))}
    >
      {exact.isError ? 'Try the exact count again' : 'Show exact count'}
    </Button>
  )
}
