import { isGstin } from '@raahi/contract/gst'
import type { KycCheck } from '@raahi/contract/kyc'
import { useCallback, useRef, useState } from 'react'
import { formatAge } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { useListShortcuts } from '../../lib/use-list-shortcuts.ts'
import cards from '../../ui/card-list.module.css'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { ShortcutsButton } from '../../ui/shortcuts-button.tsx'
import { ShortcutsDialog } from '../../ui/shortcuts-dialog.tsx'
import { SplitList, type SplitRow, splitKeys } from '../../ui/split-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { DecideKycDialog, type KycDecision } from './decide-kyc-dialog.tsx'
import { kycPerPage, useKycPage } from './kyc.api.ts'
import { KycDetail } from './kyc-detail.tsx'
import { type KycFilters, kycFilters } from './kyc-filters.ts'
import classes from './kyc-queue.module.css'
import { kycLooks } from './public/kyc-labels.ts'

const tabs = [
  ['submitted', 'To check'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['all', 'All'],
] as const

const headings: Record<KycFilters['status'], string> = {
  submitted: 'Documents to check',
  approved: 'Verified agencies',
  rejected: 'Rejected documents',
  all: 'All documents',
}

const emptyTexts: Record<KycFilters['status'], string> = {
  submitted: 'No documents to check. New uploads appear here.',
  approved: 'No agency is verified yet. Approve a document under ‘To check’.',
  rejected: 'No document was rejected.',
  all: 'No agent has uploaded a document yet.',
}

const sortOptions = [
  { value: '-submittedAt', label: 'Newest first' },
  { value: 'submittedAt', label: 'Oldest first' },
]

const kycKeys = {
  ...splitKeys,
  buttons: { o: 'data-open', a: 'data-approve', r: 'data-reject' },
}

const keys = [
  ['j', 'Next document'],
  ['k', 'Previous document'],
  ['o', 'Open the document'],
  ['a', 'Approve'],
  ['r', 'Reject'],
  ['?', 'This help'],
] as const

/** The KYC documents of agents, for an admin: open, compare, decide. */
export function KycQueue() {
  const list = useListFilters(kycFilters)
  const { status, page } = list.filters
  const query = useKycPage(list.filters)
  const deciding = useDialogTarget<KycDecision>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)

  const section = useRef<HTMLElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useListShortcuts(section, kycKeys, openHelp)

  const { open } = deciding
  const decide = useCallback(
    (kyc: KycCheck, action: KycDecision['action']) => open({ kyc, action }),
    [open],
  )
  return (
    <>
      <PageHeader
        title="KYC"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={<ShortcutsButton onClick={openHelp} />}
      />
      <StatusTabs
        label="Documents by state"
        tabs={tabs}
        value={status}
        onChange={(chosen) =>
          list.change({
            status: chosen,
            sort: chosen === 'submitted' ? 'submittedAt' : '-submittedAt',
          })
        }
      >
        <section ref={section} aria-labelledby="documents">
          <div className={classes.head}>
            <h2 id="documents" ref={title} tabIndex={-1} className={cards.title}>
              {headings[status]}
              {query.data && ` (${formatCount(query.data.totalDocs)})`}
            </h2>
            <ChoiceFilter
              aria-label="Sort by"
              options={sortOptions}
              {...list.choiceField('sort')}
            />
          </div>
          <PagedList
            query={query}
            items={query.data?.docs}
            total={query.data?.totalDocs}
            page={page}
            pageSize={kycPerPage}
            onPageChange={list.goToPage}
            loading={{ label: 'Loading documents...', layout: 'rows', count: 4, rowHeight: '4rem' }}
            failed={(error) => errorWithReason(error, 'The documents could not be loaded.')}
            empty={<EmptyState text={emptyTexts[status]} />}
          >
            {(documents) => (
              <SplitList
                label="KYC documents"
                items={documents}
                idOf={({ user }) => user._id}
                list={list}
                row={kycRow}
                listWidth="19rem"
                detail={(kyc, isBeside) => (
                  <KycDetail
                    key={`${kyc.user._id} ${kyc.version}`}
                    kyc={kyc}
                    isBeside={isBeside}
                    onDecide={decide}
                    onDone={keepFocus}
                  />
                )}
              />
            )}
          </PagedList>
        </section>
      </StatusTabs>
      <DecideKycDialog
        target={deciding.target}
        opened={deciding.opened}
        onClose={deciding.close}
        onDone={keepFocus}
      />
      <ShortcutsDialog opened={isHelpOpen} onClose={() => setHelpOpen(false)} keys={keys}>
        <p>
          With the document on the screen, an approval asks nothing more. The keys do nothing while
          you type.
        </p>
      </ShortcutsDialog>
    </>
  )
}

/** One document in two lines: the agency, the city and the GSTIN, the age and the strongest doubt. */
function kycRow({ user, status, decidedAt, submittedAt }: KycCheck): SplitRow {
  const { gstin } = user
  return {
    title: user.companyName,
    age: formatAge(decidedAt ?? submittedAt, serverNow()),
    text: [gstin ?? 'No GSTIN', user.city, user.name].filter(Boolean).join(' · '),
    sign:
      gstin && !isGstin(gstin) ? (
        <StatusBadge tone="notice">Check GSTIN</StatusBadge>
      ) : (
        status !== 'submitted' && kycLooks[status].text
      ),
  }
}
