import type { ReplacementRequest } from '@raahi/contract/replacements'
import type { ReactNode } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import cards from '../../ui/card-list.module.css'
import { PagedList } from '../../ui/paged-list.tsx'
import { type RequestPageQuery, requestsPerPage } from './replacements.api.ts'
import { RequestItem } from './request-item.tsx'
import type { DecisionAction } from './use-decision.ts'

interface RequestListProps {
  query: RequestPageQuery
  page: number
  showAgent?: boolean
  /** What an empty list shows. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
  onDecide: (request: ReplacementRequest, action: DecisionAction) => void
}

/** A page of requests, of all users or of one. */
export function RequestList({
  query,
  page,
  showAgent = true,
  empty,
  onPageChange,
  onDecide,
}: RequestListProps) {
  return (
    <PagedList
      query={query}
      items={query.data?.docs}
      total={query.data?.totalDocs}
      page={page}
      pageSize={requestsPerPage}
      onPageChange={onPageChange}
      loading={{ label: 'Loading requests...', layout: 'rows', count: 4 }}
      failed={(error) => errorWithReason(error, 'Failed to fetch replacement leads.')}
      empty={empty}
    >
      {(requests) => (
        <ul className={cards.list} aria-label="Replacement requests">
          {requests.map((request) => (
            <RequestItem
              key={request._id}
              request={request}
              showAgent={showAgent}
              onDecide={onDecide}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
