import { Button } from '@mantine/core'
import type { Enquiry } from '@raahi/contract/enquiries'
import type { Lead } from '@raahi/contract/leads'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/counts.ts'
import { useAddressParams } from '../../../lib/use-address-params.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts'
import cards from '../../../ui/card-list.module.css'
import { CardList } from '../../../ui/card-list.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { suspectedTab, suspicionText } from '../enquiry-labels.ts'
import { enquiriesPerPage, useEnquiryPage } from './admin-enquiries.api.ts'
import { ConvertedDialog } from './converted-dialog.tsx'
import {
  countEnquiryFilters,
  type EnquiryFilters,
  readEnquiryFilters,
  writeEnquiryFilters,
} from './enquiry-filters.ts'
import { EnquiryItem } from './enquiry-item.tsx'
import { EnquirySearchPanel } from './enquiry-search-panel.tsx'
import { RejectEnquiryDialog } from './reject-enquiry-dialog.tsx'
import { useWaiting } from './use-waiting.ts'

/** The lead form is fetched when it is first wanted. */
const loadForm = () => import('./convert-enquiry-dialog.tsx')
const ConvertEnquiryDialog = lazy(loadForm)

const headings: Record<EnquiryFilters['status'], string> = {
  new: 'Waiting for a decision',
  converted: 'Converted into leads',
  rejected: 'Rejected enquiries',
  withdrawn: 'Withdrawn by travellers',
  suspected: 'Suspected spam',
  all: 'All enquiries',
}

/** The enquiries of travellers, for an admin: find, check, convert or reject. */
export function AdminEnquiries() {
  const { filters, change } = useEnquiryFilters()
  const query = useEnquiryPage(filters)
  const tabs = useTabs()
  const rejecting = useDialogTarget<Enquiry>()
  const converting = useConverting()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const goToPage = useCallback(
    (page: number, options?: { replace: boolean }) => change({ page }, { toTop: true, ...options }),
    [change],
  )
  return (
    <>
      <PageHeader
        title="Enquiries"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <Button component={Link} to="/dashboard/personal-data" variant="default">
            Personal data
          </Button>
        }
      />
      <EnquirySearchPanel filters={filters} onChange={change} />
      <StatusTabs
        label="Enquiries by status"
        tabs={tabs}
        value={filters.status}
        onChange={(status) => change({ status })}
      >
        <section aria-labelledby="enquiries">
          <h2 id="enquiries" ref={title} tabIndex={-1} className={cards.title}>
            {headings[filters.status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          {filters.status === 'suspected' && <p>{suspicionText}</p>}
          <CardList
            query={query}
            page={filters.page}
            pageSize={enquiriesPerPage}
            label="Enquiries"
            loading="Loading enquiries..."
            failed="The enquiries could not be loaded."
            empty={
              <Nothing
                filters={filters}
                onClear={() => change({ search: '', duplicates: undefined })}
              />
            }
            onPageChange={goToPage}
          >
            {(enquiry) => (
              <EnquiryItem
                enquiry={enquiry}
                onConvert={converting.start}
                onReject={rejecting.open}
              />
            )}
          </CardList>
        </section>
      </StatusTabs>
      {converting.loaded && (
        <Suspense>
          <ConvertEnquiryDialog
            enquiry={converting.form.target}
            opened={converting.form.opened}
            onClose={converting.form.close}
            onConverted={(enquiry, lead) => {
              keepFocus()
              converting.outcome.open({ enquiry, lead })
            }}
          />
        </Suspense>
      )}
      <ConvertedDialog
        outcome={converting.outcome.target}
        opened={converting.outcome.opened}
        onClose={converting.outcome.close}
      />
      <RejectEnquiryDialog
        enquiry={rejecting.target}
        opened={rejecting.opened}
        onClose={rejecting.close}
        onDone={keepFocus}
      />
    </>
  )
}

/** What is suspected says how much of it waits: it is counted nowhere else. */
function useTabs(): readonly (readonly [EnquiryFilters['status'], string])[] {
  const suspected = useWaiting().data?.suspectedEnquiries ?? 0
  return [
    ['new', 'New'],
    ['converted', 'Converted'],
    ['rejected', 'Rejected'],
    ['withdrawn', 'Withdrawn'],
    ['suspected', suspectedTab(suspected)],
    ['all', 'All'],
  ]
}

/** The form that makes a lead of an enquiry, and what it came to. */
function useConverting() {
  const form = useDialogTarget<Enquiry>()
  const outcome = useDialogTarget<{ enquiry: Enquiry; lead: Lead }>()
  const [loaded, setLoaded] = useState(false)
  const { open } = form
  const start = useCallback(
    async (enquiry: Enquiry) => {
      try {
        await loadForm()
        setLoaded(true)
        open(enquiry)
      } catch {
        notifyError('The form could not be opened. Check your connection, or reload the page.')
      }
    },
    [open],
  )
  return { form, outcome, loaded, start }
}

function Nothing({ filters, onClear }: { filters: EnquiryFilters; onClear: () => void }) {
  if (countEnquiryFilters(filters) > 0) {
    return (
      <EmptyState
        text="No enquiries match the current filters."
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
        filters.status === 'new' ? 'No enquiries waiting for a decision.' : 'No enquiries found.'
      }
    />
  )
}

/** Tab, filters and page, kept in the address. A changed tab or filter leads to the first page. */
function useEnquiryFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readEnquiryFilters(params), [params])
  const change = useCallback(
    (changed: Partial<EnquiryFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) => writeEnquiryFilters({ ...readEnquiryFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  return { filters, change }
}
