import type { KycCheck } from '@raahi/contract/kyc'
import { useCallback, useRef } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import cards from '../../ui/card-list.module.css'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { DecideKycDialog, type KycDecision } from './decide-kyc-dialog.tsx'
import { kycPerPage, useKycPage } from './kyc.api.ts'
import { type KycFilters, kycFilters } from './kyc-filters.ts'
import { KycItem } from './kyc-item.tsx'

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

/** The KYC documents of agents, for an admin: open, compare, decide. */
export function KycQueue() {
  const list = useListFilters(kycFilters)
  const { status, page } = list.filters
  const query = useKycPage(list.filters)
  const deciding = useDialogTarget<KycDecision>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)

  const { open } = deciding
  const decide = useCallback(
    (kyc: KycCheck, action: KycDecision['action']) => open({ kyc, action }),
    [open],
  )
  return (
    <>
      <PageHeader title="KYC" back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
      <SearchPanel>
        <ChoiceFilter label="Sort by" options={sortOptions} {...list.choiceField('sort')} />
      </SearchPanel>
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
        <section aria-labelledby="documents">
          <h2 id="documents" ref={title} tabIndex={-1} className={cards.title}>
            {headings[status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          <PagedList
            query={query}
            items={query.data?.docs}
            total={query.data?.totalDocs}
            page={page}
            pageSize={kycPerPage}
            onPageChange={list.goToPage}
            loading={{ label: 'Loading documents...', layout: 'rows', count: 4 }}
            failed={(error) => errorWithReason(error, 'The documents could not be loaded.')}
            empty={<EmptyState text={emptyTexts[status]} />}
          >
            {(documents) => (
              <ul className={cards.list} aria-label="KYC documents">
                {documents.map((kyc) => (
                  <KycItem
                    key={`${kyc.user._id} ${kyc.version}`}
                    kyc={kyc}
                    onDecide={decide}
                    onDone={keepFocus}
                  />
                ))}
              </ul>
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
    </>
  )
}
