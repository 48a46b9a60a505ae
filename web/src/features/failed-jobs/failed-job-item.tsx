import type { FailedJob } from '@raahi/contract/failed-jobs'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatUnits } from '../../lib/ages.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem, QueueItemAge } from '../../ui/queue-item.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { userAddress } from '../users/public/user-labels.ts'
import classes from './failed-job-item.module.css'
import { canRetry, jobErrorTexts, jobKindLabels, jobTitle } from './failed-job-labels.ts'

interface FailedJobItemProps {
  job: FailedJob
  /** True while the job is being queued. */
  busy: boolean
  onRetry: (job: FailedJob) => void
}

/** One failed job: its purpose, its recipient, the error, and a button to retry it. */
export function FailedJobItem({ job, busy, onRetry }: FailedJobItemProps) {
  const { kind, user, refund, attempts } = job
  const title = jobTitle(job)
  return (
    <QueueItem
      title={title}
      badges={
        <>
          {refund?.isCompleted ? (
            <StatusBadge tone="success">Already refunded</StatusBadge>
          ) : (
            <StatusBadge tone="danger">{jobKindLabels[kind]} failed</StatusBadge>
          )}
          <QueueItemAge since={job.failedAt} waiting={false} />
        </>
      }
    >
      <p className={classes.error}>{jobErrorTexts[job.error]}</p>
      {kind === 'password-reset' && (
        <p className={classes.hint}>
          A code is valid for 10 minutes, so it is not sent again. The user can ask for a new one.
        </p>
      )}
      {kind === 'enquiry-link' && (
        <p className={classes.hint}>
          The traveller can ask for the link again on the page ‘Your enquiry’.
        </p>
      )}
      {refund && (
        <p className={classes.hint}>
          {refund.isCompleted
            ? 'The refund is already completed. Trying again pays nothing and clears this entry.'
            : 'Raahi also tries a pending refund every hour. The gateway pays it once, however often it is tried.'}
        </p>
      )}
      <div className={classes.foot}>
        <p className={item.quiet}>
          {user && (
            <>
              For{' '}
              <Link to={userAddress(user)}>
                <bdi>{user.name}</bdi>
              </Link>
              {' · '}
            </>
          )}
          {refund && (
            <>
              Payment{' '}
              <Link to={`/dashboard/transactions?search=${refund.paymentId}`}>
                {refund.paymentId}
              </Link>
              {' · '}
            </>
          )}
          {attempts === 1 ? 'Tried once' : `${formatUnits(attempts, 'attempt')} since`}
          {attempts === 1 ? ', ' : ' '}
          <DateTime value={attempts === 1 ? job.failedAt : job.queuedAt} />
          {' · '}
          Job <ShortId id={job._id} what="job ID" />
        </p>
        {canRetry(job) && (
          <BusyButton
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            busy={busy}
            onClick={() => onRetry(job)}
            aria-label={`Try again: ${title}`}
          >
            Try again
          </BusyButton>
        )}
      </div>
    </QueueItem>
  )
}
