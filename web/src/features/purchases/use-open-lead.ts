import type { PurchaseEntry } from '@raahi/contract/purchases'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import type { pipelineFilters } from '../pipeline/public/pipeline-filters.ts'
import { purchasePageQuery } from './purchases.api.ts'

/** The purchase of the lead in the address, for the drawer. */
export function useOpenLead(list: ListFilters<typeof pipelineFilters>) {
  const { lead, page } = list.filters
  const navigate = useNavigate()
  const query = useQuery({
    ...purchasePageQuery({ lead, page: 1, limit: 1 }),
    placeholderData: undefined,
    enabled: lead !== undefined,
  })
  const found = lead ? query.data?.docs[0] : undefined
  // The purchase stays while the drawer closes, so that its text does not change.
  const [last, setLast] = useState<PurchaseEntry | null>(null)
  if (found && found !== last) setLast(found)
  const openedHere = useRef(false)
  const { change } = list
  const open = useCallback(
    (leadNumber: string) => {
      openedHere.current = true
      change({ lead: leadNumber, page })
    },
    [change, page],
  )
  const close = () => {
    // Closing goes back, so that Back does not open the drawer again.
    if (openedHere.current) navigate(-1)
    else change({ page }, { replace: true })
    openedHere.current = false
  }
  const isLoading = lead !== undefined && query.isLoading
  return {
    /** Null while loading. */
    purchase: found ?? (isLoading ? null : last),
    isOpen: found !== undefined || isLoading,
    isMissing: lead !== undefined && query.isSuccess && !query.isFetching && !found,
    error: lead !== undefined && !found ? query.error : null,
    isRetrying: query.isFetching,
    retry: () => query.refetch(),
    open,
    close,
  }
}
