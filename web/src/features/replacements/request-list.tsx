import type { ReplacementRequest } from '@raahi/contract/replacements'
import type { ReactNode } from 'react'
import { CardList } from '../../ui/card-list.tsx'
import type { DecisionAction } from './decide-request-dialog.tsx'
import { type RequestPageQuery, requestsPerPage } from './replacements.api.ts'
import { RequestItem } from './request-item.tsx'

interface RequestListProps {
  query: RequestPageQuery
  page: number
  showAgent?: boolean
  /** Shown where there is none. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
  onDecide: (request: ReplacementRequest, action: DecisionAction) => void
}

/** A page of requests, of all users or of one. */
export function RequestList({ showAgent = true, onDecide, ...list }: RequestListProps) {
  return (
    <CardList
      {...list}
      pageSize={requestsPerPage}
      label="Replacement requests"
      loading="Loading requests..."
      failed="Failed to fetch replacement leads."
    >
      {(request) => <RequestItem request={request} showAgent={showAgent} onDecide={onDecide} />}
    </CardList>
  )
}
