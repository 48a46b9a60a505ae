import type { ReplacementRequest } from '@raahi/contract/replacements'
import { useState } from 'react'
import { useRequestPage } from './replacements.api.ts'
import type { RequestFilters } from './request-filters.ts'

const none: ReadonlySet<string> = new Set()

/**
 * The pending requests of a list that the admin can decide, one after another. The shown request stays until `pass` is
 * called: the list is refetched after each decision, and must not put another request under the pointer.
 */
export function useReview(filters: RequestFilters, opened: boolean) {
  const [wasOpened, setWasOpened] = useState(false)
  const [page, setPage] = useState(1)
  const [passed, setPassed] = useState(none)
  const [shown, setShown] = useState<ReplacementRequest | null>(null)
  const query = useRequestPage({ ...filters, status: 'pending', decidable: 'true', page }, opened)
  const { data } = query
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) {
      setPage(1)
      setPassed(none)
      setShown(null)
    }
  } else if (opened && !shown && data && !query.isPlaceholderData) {
    const next = data.docs.find((request) => !passed.has(request._id))
    if (next) setShown(next)
    else if (data.hasNextPage && !query.isFetching) setPage(page + 1)
  }
  return {
    query,
    shown,
    /** Goes to the next request after the shown one was decided or skipped. */
    pass() {
      if (!shown) return
      setPassed(new Set(passed).add(shown._id))
      setShown(null)
    },
  }
}
