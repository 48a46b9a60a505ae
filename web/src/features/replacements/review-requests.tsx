import type { ReplacementRequest } from '@raahi/contract/replacements'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormError } from '../../ui/form-error.tsx'
import queue from '../../ui/queue-item.module.css'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StepModal } from '../../ui/step-modal.tsx'
import { ApprovalText } from './approval-text.tsx'
import { RejectForm } from './reject-form.tsx'
import { RequestBadges, RequestDetails } from './request-details.tsx'
import type { RequestFilters } from './request-filters.ts'
import classes from './review-requests.module.css'
import { useDecision } from './use-decision.ts'
import { useReview } from './use-review.ts'
import { useReviewKeys } from './use-review-keys.ts'

interface ReviewRequestsProps {
  /** The filters and the order of the pending requests. */
  filters: RequestFilters
  opened: boolean
  onClose: () => void
}

/**
 * The pending requests one after another, each with its evidence and what an approval does. Approving needs one press,
 * because the question that the list asks first is on screen already. A rejection is written below the evidence.
 */
export default function ReviewRequests({ filters, opened, onClose }: ReviewRequestsProps) {
  const { query, shown, pass } = useReview(filters, opened)
  const decision = useDecision()
  const [isRejecting, setRejecting] = useState(false)
  const next = () => {
    decision.reset()
    setRejecting(false)
    pass()
  }
  const approve = (event: MouseEvent) => {
    // The second press of a double click would approve the next request, which has not been read.
    if (shown && event.detail <= 1) decision.send(shown, 'approved', {}, pass)
  }
  const close = () => {
    decision.reset()
    setRejecting(false)
    onClose()
  }
  useReviewKeys(opened && shown !== null && !decision.isPending && !isRejecting, {
    a: () => shown && decision.send(shown, 'approved', {}, pass),
    r: () => setRejecting(true),
    s: next,
  })
  const total = query.data?.totalDocs
  return (
    <StepModal
      opened={opened}
      onClose={close}
      title={`Review requests${total ? ` (${formatCount(total)} waiting for you)` : ''}`}
      size="62rem"
      busy={decision.isPending}
      covered={isRejecting}
      notice={
        <>
          {shown && isRejecting && (
            <RejectForm request={shown} onCancel={() => setRejecting(false)} onDecided={next} />
          )}
          {shown && !isRejecting && (
            <div className={classes.approval}>
              <h4 className={queue.partTitle}>If you approve</h4>
              <ApprovalText request={shown} />
            </div>
          )}
          {decision.error && <FormError>{decision.error}</FormError>}
        </>
      }
      actions={
        shown ? (
          isRejecting ? null : (
            <ReviewActions
              busy={decision.isPending}
              onSkip={next}
              onReject={() => setRejecting(true)}
              onApprove={opened ? approve : undefined}
            />
          )
        ) : (
          <BusyButton variant="default" busy={false} onClick={close}>
            Close
          </BusyButton>
        )
      }
    >
      {shown ? (
        <ReviewedRequest request={shown} />
      ) : (
        <div className={classes.rest}>
          <Rest query={query} />
        </div>
      )}
    </StepModal>
  )
}

interface ReviewActionsProps {
  busy: boolean
  onSkip: () => void
  onReject: () => void
  onApprove: ((event: MouseEvent) => void) | undefined
}

function ReviewActions({ busy, onSkip, onReject, onApprove }: ReviewActionsProps) {
  return (
    <>
      <BusyButton variant="subtle" color="ink" aria-keyshortcuts="s" busy={busy} onClick={onSkip}>
        Skip
      </BusyButton>
      <BusyButton variant="default" aria-keyshortcuts="r" busy={busy} onClick={onReject}>
        Reject
      </BusyButton>
      <BusyButton aria-keyshortcuts="a" busy={busy} onClick={onApprove}>
        {busy ? 'Processing..' : 'Approve'}
      </BusyButton>
    </>
  )
}

function ReviewedRequest({ request }: { request: ReplacementRequest }) {
  const { lead, decideBy, approvesLate } = request
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [request])
  return (
    <article className={classes.request} aria-labelledby="reviewed-request">
      <header className={queue.head}>
        <h3 id="reviewed-request" ref={title} tabIndex={-1} data-autofocus className={queue.title}>
          <bdi>{lead.name}</bdi>
          <span className={queue.detail}>{lead.leadId}</span>
        </h3>
        <div className={queue.badges}>
          <RequestBadges request={request} />
        </div>
      </header>
      <RequestDetails key={request._id} request={request} />
      {decideBy && (
        <p className={classes.deadline}>
          Decide by <DateTime value={decideBy} />
          {approvesLate && '. Later it is approved automatically.'}
        </p>
      )}
    </article>
  )
}

/** The content of the dialog without a request: loading, failed, or no request left. */
function Rest({ query }: { query: ReturnType<typeof useReview>['query'] }): ReactNode {
  const { data, error, isFetching, refetch } = query
  if (isFetching && !error) {
    return <SkeletonList label="Loading requests..." layout="rows" count={4} />
  }
  if (!data) {
    return (
      <ErrorState
        text={errorWithReason(error, 'Failed to fetch replacement leads.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    )
  }
  return (
    <EmptyState
      text={
        data.totalDocs === 0
          ? 'No requests waiting for your decision.'
          : 'You have seen all. Skipped requests still wait.'
      }
    />
  )
}
