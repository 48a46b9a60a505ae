import { Button } from '@mantine/core'
import { maxRetriedJobs } from '@raahi/contract/failed-jobs'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useRetryFailedJobs } from './failed-jobs.api.ts'

interface RetryAllProps {
  /** The number of jobs on all pages that can be queued again. */
  retriable: number
  /** Called before the jobs are queued, because the button may disappear afterwards. */
  onStart: () => void
}

/** A button, with a confirmation, that queues all jobs again except those that were refused permanently. */
export function RetryAll({ retriable, onStart }: RetryAllProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, isError, error, reset } = useRetryFailedJobs()
  const run = () => {
    onStart()
    mutate(undefined, {
      onSuccess: ({ queued, left }) => {
        setAsking(false)
        notifySuccess(
          queued === 0
            ? 'Another admin has already queued them.'
            : `${formatUnits(queued, 'job')} queued again.${left > 0 ? ` ${formatUnits(left, 'job')} left for the next time.` : ''}`,
        )
      },
    })
  }
  return (
    <>
      {/* A single job has a retry button in the list. */}
      {retriable > 1 && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => {
            reset()
            setAsking(true)
          }}
        >
          Try all again
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={run}
        title={`Try ${formatUnits(Math.min(retriable, maxRetriedJobs), 'job')} again?`}
        confirmLabel="Try again"
        busyLabel="Queueing.."
        busy={isPending}
        error={isError && errorWithReason(error, 'The jobs could not be queued again.')}
      >
        <p>
          Do this after the problem is fixed, for example once the mail server is back. A refund is
          paid only once; an email may rarely arrive twice.
        </p>
        <p>
          Emails and refunds that were refused for good stay in the list, to be tried one by one.
          {retriable > maxRetriedJobs &&
            ` ${maxRetriedJobs} jobs are queued at a time, the oldest first.`}
        </p>
      </ConfirmDialog>
    </>
  )
}
