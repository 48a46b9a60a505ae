import { useCallback, useRef, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { type ListFilters, useListFilters } from '../../lib/use-list-filters.ts'
import { useListShortcuts } from '../../lib/use-list-shortcuts.ts'
import cards from '../../ui/card-list.module.css'
import { EmptyList } from '../../ui/empty-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { ShortcutsButton } from '../../ui/shortcuts-button.tsx'
import { splitKeys } from '../../ui/split-list.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import type { RejectDrafts } from './reject-form.tsx'
import { type RequestPageQuery, requestsPerPage, useRequestPage } from './replacements.api.ts'
import { type RequestFilters, requestFilters } from './request-filters.ts'
import { RequestSearchPanel } from './request-search-panel.tsx'
import { RequestShortcuts } from './request-shortcuts.tsx'
import { RequestWorkbench } from './request-workbench.tsx'

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

const requestKeys = {
  ...splitKeys,
  buttons: { a: 'data-approve', r: 'data-reject' },
}

/** The replacement requests of all users, for an admin: find, check, decide. */
export function ReplacementRequests() {
  const list = useListFilters(requestFilters)
  const { status, page } = list.filters
  const query = useRequestPage(list.filters)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const shownKey = useShownKey(list.filters, query)

  const [drafts] = useState<RejectDrafts>(() => new Map())
  const section = useRef<HTMLElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useListShortcuts(section, requestKeys, openHelp)

  return (
    <>
      <PageHeader
        title="Replacements"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={<ShortcutsButton onClick={openHelp} />}
      />
      <RequestSearchPanel list={list} />
      <StatusTabs
        label="Requests by status"
        tabs={tabs}
        value={status}
        // Drops the filter `decidable`, which applies only to pending requests.
        onChange={(chosen) => list.change({ status: chosen, decidable: undefined })}
      >
        <section ref={section} aria-labelledby="requests">
          <h2 id="requests" ref={title} tabIndex={-1} className={cards.title}>
            {headings[status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          <PagedList
            query={query}
            items={query.data?.docs}
            total={query.data?.totalDocs}
            page={page}
            pageSize={requestsPerPage}
            onPageChange={list.goToPage}
            loading={{ label: 'Loading requests...', layout: 'rows', count: 4, rowHeight: '4rem' }}
            failed={(error) => errorWithReason(error, 'Failed to fetch replacement leads.')}
            empty={<NoRequests list={list} />}
          >
            {(requests) => (
              <RequestWorkbench
                key={shownKey}
                requests={requests}
                list={list}
                drafts={drafts}
                onDone={keepFocus}
              />
            )}
          </PagedList>
        </section>
      </StatusTabs>
      <RequestShortcuts opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}

/** Identifies the filters of the rows on the screen, which stay until those of other filters have arrived. */
function useShownKey(
  { open: _, ...filters }: RequestFilters,
  { data, isPlaceholderData }: RequestPageQuery,
): string {
  const key = JSON.stringify(filters)
  const shown = useRef(key)
  // Without data the rows of the former filters may still arrive.
  if (data && !isPlaceholderData) shown.current = key
  return shown.current
}

function NoRequests({ list }: { list: ListFilters<typeof requestFilters> }) {
  const { status, decidable } = list.filters
  return (
    <EmptyList
      list={list}
      noMatch={
        decidable && list.count === 1
          ? 'No requests waiting for your decision.'
          : 'No requests match the current filters.'
      }
      text={
        status === 'pending'
          ? 'No requests waiting for a decision. Agents send them for leads that they bought.'
          : 'No replacement requests found.'
      }
    />
  )
}
