import { formatExactRupees } from '@raahi/contract/formats'
import type { MoneyRequest } from '@raahi/contract/money-requests'
import { useRef } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useMay } from '../../lib/session.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import cards from '../../ui/card-list.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { nameOf } from '../users/public/user-labels.ts'
import { type MoneyRequestFilters, moneyRequestFilters } from './money-request-filters.ts'
import { kindLabels, MoneyRequestItem } from './money-request-item.tsx'
import {
  moneyRequestsPerPage,
  useDecideMoneyRequest,
  useMoneyRequests,
} from './money-requests.api.ts'

const tabs = [
  ['pending', 'Waiting'],
  ['approved', 'Approved'],
  ['declined', 'Declined'],
  ['expired', 'Expired'],
  ['all', 'All'],
] as const

const headings: Record<MoneyRequestFilters['status'], string> = {
  pending: 'Waiting for a second admin',
  approved: 'Approved requests',
  declined: 'Declined requests',
  expired: 'Expired requests',
  all: 'All requests',
}

const emptyTexts: Record<MoneyRequestFilters['status'], string> = {
  pending:
    'Nothing is waiting. A recharge or refund appears here if it is above the limit in Settings, or if an admin without the right Money asks for it.',
  approved: 'No request was approved yet.',
  declined: 'No request was declined.',
  expired: 'No request has expired. One expires after seven days without a decision.',
  all: 'No admin has asked for a recharge or a refund yet.',
}

interface Decision {
  request: MoneyRequest
  action: 'approve' | 'decline'
}

/** The recharges and refunds that wait for a second admin, and what was decided. Without the right `money`: the own requests. */
export function ApprovalsScreen() {
  const list = useListFilters(moneyRequestFilters)
  const { status, page } = list.filters
  const query = useMoneyRequests(list.filters)
  const deciding = useDialogTarget<Decision>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const maySeeAll = useMay('money')
  return (
    <>
      <PageHeader
        title="Approvals"
        subtitle={
          maySeeAll
            ? 'Recharges and refunds that one admin asks for and another approves.'
            : 'The recharges and refunds that you asked for.'
        }
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <StatusTabs
        label="Requests by state"
        tabs={tabs}
        value={status}
        onChange={(chosen) => list.change({ status: chosen })}
      >
        <section aria-labelledby="requests">
          <h2 id="requests" ref={title} tabIndex={-1} className={cards.title}>
            {headings[status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          <PagedList
            query={query}
            items={query.data?.docs}
            total={query.data?.totalDocs}
            page={page}
            pageSize={moneyRequestsPerPage}
            onPageChange={list.goToPage}
            loading={{ label: 'Loading requests...', layout: 'rows', count: 3, rowHeight: '9rem' }}
            failed={(error) => errorWithReason(error, 'The requests could not be loaded.')}
            empty={<EmptyState text={emptyTexts[status]} />}
          >
            {(requests) => (
              <ul className={cards.list} aria-label="Requests">
                {requests.map((request) => (
                  <MoneyRequestItem
                    key={request._id}
                    request={request}
                    onDecide={(action) => deciding.open({ request, action })}
                  />
                ))}
              </ul>
            )}
          </PagedList>
        </section>
      </StatusTabs>
      <DecisionDialog
        decision={deciding.target}
        opened={deciding.opened}
        onClose={deciding.close}
        onStart={keepFocus}
      />
    </>
  )
}

interface DecisionDialogProps {
  decision: Decision | null
  opened: boolean
  onClose: () => void
  onStart: () => void
}

/** Repeats what moves before it moves. */
function DecisionDialog({ decision, ...dialog }: DecisionDialogProps) {
  const decide = useDecideMoneyRequest()
  const isApproval = decision?.action === 'approve'
  const request = decision?.request
  const amount = request && formatExactRupees(request.amount)
  return (
    <MutationDialog
      {...dialog}
      mutation={decide}
      input={decision ? { id: decision.request._id, action: decision.action } : undefined}
      title={isApproval ? `Approve ${amount}?` : 'Decline this request?'}
      confirmLabel={isApproval ? `Approve ${amount}` : 'Decline'}
      tone={isApproval ? 'action' : 'danger'}
      doneText={isApproval ? 'Request approved.' : 'Request declined.'}
      failedText="The request could not be decided."
    >
      {request && (
        <p>
          {kindLabels[request.kind]} of <strong>{amount}</strong> for{' '}
          <strong>
            <bdi>{nameOf(request.user)}</bdi>
          </strong>{' '}
          ({request.user.email}), asked for by <bdi>{nameOf(request.askedBy)}</bdi>.{' '}
          {isApproval
            ? 'The money moves at once, and the agent gets an email.'
            : 'No money moves, and the agent is not informed.'}
        </p>
      )}
    </MutationDialog>
  )
}
