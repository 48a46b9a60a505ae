import { Button } from '@mantine/core'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import { useCallback, useMemo, useRef } from 'react'
import { formatCount } from '../../lib/counts.ts'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import cards from '../../ui/card-list.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { DecideRequestDialog, type DecisionAction } from './decide-request-dialog.tsx'
import { useRequestPage } from './replacements.api.ts'
import {
  countRequestFilters,
  type RequestFilters,
  readRequestFilters,
  writeRequestFilters,
} from './request-filters.ts'
import { RequestList } from './request-list.tsx'
import { RequestSearchPanel } from './request-search-panel.tsx'

const tabs = [
  ['pending', 'Pending'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['all', 'All'],
] as const

const headings: Record<RequestFilters['status'], string> = {
  pending: 'Waiting for a decision',
  approved: 'Approved requests',
  rejected: 'Rejected requests',
  all: 'All requests',
}

/** The replacement requests of all users, for an admin: find, check, decide. */
export function ReplacementRequests() {
  const { filters, change } = useRequestFilters()
  const query = useRequestPage(filters)
  const deciding = useDialogTarget<{ request: ReplacementRequest; action: DecisionAction }>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)

  const { open } = deciding
  const decide = useCallback(
    (request: ReplacementRequest, action: DecisionAction) => open({ request, action }),
    [open],
  )
  const goToPage = useCallback(
    (page: number, options?: { replace: boolean }) => change({ page }, { toTop: true, ...options }),
    [change],
  )
  return (
    <>
      <PageHeader title="Replacements" back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
      <RequestSearchPanel filters={filters} onChange={change} />
      <StatusTabs
        label="Requests by status"
        tabs={tabs}
        value={filters.status}
        onChange={(status) => change({ status })}
      >
        <section aria-labelledby="requests">
          <h2 id="requests" ref={title} tabIndex={-1} className={cards.title}>
            {headings[filters.status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          <RequestList
            query={query}
            page={filters.page}
            empty={
              <Nothing
                filters={filters}
                onClear={() => change({ search: '', reason: undefined })}
              />
            }
            onPageChange={goToPage}
            onDecide={decide}
          />
        </section>
      </StatusTabs>
      <DecideRequestDialog
        target={deciding.target}
        opened={deciding.opened}
        onClose={deciding.close}
        onDone={keepFocus}
      />
    </>
  )
}

function Nothing({ filters, onClear }: { filters: RequestFilters; onClear: () => void }) {
  if (countRequestFilters(filters) > 0) {
    return (
      <EmptyState
        text="No requests match the current filters."
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      text={
        filters.status === 'pending'
          ? 'No requests waiting for a decision.'
          : 'No replacement requests found.'
      }
    />
  )
}

/** Tab, filters and page, kept in the address. A changed tab or filter leads to the first page. */
function useRequestFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readRequestFilters(params), [params])
  const change = useCallback(
    (changed: Partial<RequestFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) => writeRequestFilters({ ...readRequestFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  return { filters, change }
}
