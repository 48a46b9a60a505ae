import { Button } from '@mantine/core'
import type { Enquiry } from '@raahi/contract/enquiries'
import type { Lead } from '@raahi/contract/leads'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { useMay } from '../../../lib/session.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../../lib/use-list-filters.ts'
import { useListShortcuts } from '../../../lib/use-list-shortcuts.ts'
import cards from '../../../ui/card-list.module.css'
import { EmptyList } from '../../../ui/empty-list.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { ShortcutsButton } from '../../../ui/shortcuts-button.tsx'
import { splitKeys } from '../../../ui/split-list.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { suspectedTab, useWaiting } from '../../waiting/public/use-waiting.ts'
import { suspicionText } from '../enquiry-labels.ts'
import { enquiriesPerPage, useEnquiryPage } from './admin-enquiries.api.ts'
import { ConvertedDialog } from './converted-dialog.tsx'
import { type EnquiryFilters, enquiryFilters } from './enquiry-filters.ts'
import { EnquirySearchPanel } from './enquiry-search-panel.tsx'
import { EnquiryShortcuts } from './enquiry-shortcuts.tsx'
import { EnquiryWorkbench } from './enquiry-workbench.tsx'
import { RejectEnquiryDialog } from './reject-enquiry-dialog.tsx'

/** The lead form is loaded when it is first opened. */
const loadForm = () => import('./convert-enquiry-dialog.tsx')
const ConvertEnquiryDialog = lazy(loadForm)

const headings: Record<EnquiryFilters['status'], string> = {
  new: 'Waiting for a decision',
  converted: 'Converted into leads',
  rejected: 'Rejected enquiries',
  withdrawn: 'Withdrawn by travellers',
  corrected: 'Corrected by the traveller',
  'not-called': 'Waiting for a call from the agent',
  suspected: 'Suspected spam',
  all: 'All enquiries',
}

const emptyTexts: Partial<Record<EnquiryFilters['status'], string>> = {
  new: 'No enquiries waiting for a decision. Travellers send them with the quote form of the site.',
  corrected:
    'No correction waits for you. If a traveller changes name, contact, city or destination of a lead on sale, it is off sale until you have read the change.',
  'not-called':
    'No traveller is waiting for a call. One appears here when an agent has not called in time.',
}

const enquiryKeys = {
  ...splitKeys,
  buttons: { c: 'data-convert', r: 'data-reject' },
}

/** The enquiries of travellers, for an admin: find, check, convert or reject. */
export function AdminEnquiries() {
  const list = useListFilters(enquiryFilters)
  const { status, page } = list.filters
  const query = useEnquiryPage(list.filters)
  const tabs = useTabs()
  const rejecting = useDialogTarget<readonly Enquiry[]>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const converting = useConverting(query.data?.docs ?? [], keepFocus)
  const section = useRef<HTMLElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useListShortcuts(section, enquiryKeys, openHelp)
  return (
    <>
      <PageHeader
        title="Enquiries"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={<HeadActions onHelp={openHelp} />}
      />
      <EnquirySearchPanel list={list} />
      <StatusTabs
        label="Enquiries by status"
        tabs={tabs}
        value={status}
        onChange={(chosen) => list.change({ status: chosen })}
      >
        <section ref={section} aria-labelledby="enquiries">
          <h2 id="enquiries" ref={title} tabIndex={-1} className={cards.title}>
            {headings[status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          {status === 'suspected' && <p>{suspicionText}</p>}
          <PagedList
            query={query}
            items={query.data?.docs}
            total={query.data?.totalDocs}
            page={page}
            pageSize={enquiriesPerPage}
            onPageChange={list.goToPage}
            loading={{ label: 'Loading enquiries...', layout: 'rows', count: 4, rowHeight: '4rem' }}
            failed={(error) => errorWithReason(error, 'The enquiries could not be loaded.')}
            empty={
              <EmptyList
                list={list}
                noMatch="No enquiries match the current filters."
                text={emptyTexts[status] ?? 'No enquiries found.'}
              />
            }
          >
            {(enquiries) => (
              <EnquiryWorkbench
                enquiries={enquiries}
                list={list}
                onConvert={converting.open}
                onReject={rejecting.open}
                onDone={keepFocus}
              />
            )}
          </PagedList>
        </section>
      </StatusTabs>
      {converting.dialogs}
      <RejectEnquiryDialog
        enquiries={rejecting.target ?? []}
        opened={rejecting.opened}
        onClose={rejecting.close}
        onDone={keepFocus}
      />
      <EnquiryShortcuts opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}

function HeadActions({ onHelp }: { onHelp: () => void }) {
  const mayFindData = useMay('support')
  return (
    <>
      <ShortcutsButton onClick={onHelp} />
      {mayFindData && (
        <Button component={Link} to="/dashboard/personal-data" variant="default">
          Personal data
        </Button>
      )}
    </>
  )
}

/** The next enquiry on the page that waits for a decision: first those after `current`, then those before it. */
function nextWaiting(enquiries: readonly Enquiry[], current: Enquiry | null): Enquiry | undefined {
  const at = enquiries.findIndex(({ _id }) => _id === current?._id)
  return [...enquiries.slice(at + 1), ...enquiries.slice(0, Math.max(at, 0))].find(
    ({ status }) => status === 'new',
  )
}

function useTabs(): readonly (readonly [EnquiryFilters['status'], string])[] {
  const { suspectedEnquiries: suspected = 0, corrections = 0 } = useWaiting().data ?? {}
  return [
    ['new', 'New'],
    ['converted', 'Converted'],
    ['rejected', 'Rejected'],
    ['withdrawn', 'Withdrawn'],
    ['corrected', corrections > 0 ? `Corrected (${formatCount(corrections)})` : 'Corrected'],
    ['not-called', 'Not called'],
    ['suspected', suspectedTab(suspected)],
    ['all', 'All'],
  ]
}

/**
 * The form that converts an enquiry into a lead, and the dialog with the result.
 * @param enquiries on the page; after one of them was converted, the form can continue with the next
 * @param onConverted called before the list is refetched
 */
function useConverting(enquiries: readonly Enquiry[], onConverted: () => void) {
  const { open: openForm, ...form } = useDialogTarget<Enquiry>()
  const outcome = useDialogTarget<{ enquiry: Enquiry; lead: Lead }>()
  const [isLoaded, setLoaded] = useState(false)
  // A converted enquiry stays in the list until the list is refetched.
  const [converted, setConverted] = useState<ReadonlySet<string>>(new Set())
  const waiting = enquiries.filter(({ _id }) => !converted.has(_id))
  const next = nextWaiting(waiting, form.target)
  const open = useCallback(
    async (enquiry: Enquiry) => {
      try {
        await loadForm()
        setLoaded(true)
        openForm(enquiry)
      } catch {
        notifyError('The form could not be opened. Check your connection, or reload the page.')
      }
    },
    [openForm],
  )
  const dialogs = (
    <>
      {isLoaded && (
        <Suspense>
          <ConvertEnquiryDialog
            enquiry={form.target}
            opened={form.opened}
            onClose={form.close}
            hasNext={next !== undefined}
            onConverted={(enquiry, lead, forNext) => {
              onConverted()
              setConverted((others) => new Set(others).add(enquiry._id))
              if (!forNext || !next) return outcome.open({ enquiry, lead })
              notifySuccess(`${enquiry.reference} is now lead ${lead.leadId}.`)
              openForm(next)
            }}
          />
        </Suspense>
      )}
      <ConvertedDialog outcome={outcome.target} opened={outcome.opened} onClose={outcome.close} />
    </>
  )
  return { open, dialogs }
}
