import type { ComponentProps, ReactNode } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import cards from '../../ui/card-list.module.css'
import { PagedList } from '../../ui/paged-list.tsx'
import { type RequestPageQuery, requestsPerPage } from './replacements.api.ts'
import { RequestItem } from './request-item.tsx'

interface RequestListProps
  extends Omit<ComponentProps<typeof RequestItem>, 'request' | 'showAgent'> {
  query: RequestPageQuery
  page: number
  showAgent?: boolean
  /** What an empty list shows. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
}

/** A page of requests, of all users or of one. */
export function RequestList({
  query,
  page,
  showAgent = true,
  empty,
  onPageChange,
  ...decisions
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
            <RequestItem key={request._id} request={request} showAgent={showAgent} {...decisions} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
