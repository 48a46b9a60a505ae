import { type Webhook, type WebhookDelivery, webhookLogDays } from '@raahi/contract/webhooks'
import { useState } from 'react'
import { formatUnits } from '../../lib/ages.ts'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageStepsIfSeveral } from '../../ui/page-steps.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { ViewModal } from '../../ui/view-modal.tsx'
import { attemptErrorTexts, deliveryStateLabels, hostOf } from './webhook-labels.ts'
import {
  deliveriesPerPage,
  useDeliveries,
  useResendDelivery,
  useResendSince,
} from './webhooks.api.ts'
import classes from './webhooks.module.css'

/** The log of a webhook: what was sent, what the receiver answered, and buttons to send it again. */
export default function DeliveriesDialog({
  webhook,
  opened,
  onClose,
}: {
  webhook: Webhook
  opened: boolean
  onClose: () => void
}) {
  const shown = useOpenLater(opened)
  return (
    <ViewModal
      opened={shown}
      onClose={onClose}
      title={`Deliveries to ${hostOf(webhook.url)}`}
      closeLabel="Close"
      size="48rem"
    >
      <Deliveries key={webhook._id} id={webhook._id} />
    </ViewModal>
  )
}

function Deliveries({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const query = useDeliveries(id, page)
  return (
    <>
      {query.data && query.data.totalDocs > 0 && <ResendSince id={id} />}
      <PagedList
        query={query}
        items={query.data?.docs}
        total={query.data?.totalDocs}
        page={page}
        pageSize={deliveriesPerPage}
        onPageChange={setPage}
        pager={PageStepsIfSeveral}
        loading={{ label: 'Loading deliveries...', layout: 'rows', count: 4 }}
        failed={(error) => errorWithReason(error, 'The deliveries could not be loaded.')}
        empty={
          <EmptyState
            text={`Nothing was sent in the last ${webhookLogDays} days. ‘Send a test’ shows whether your server answers.`}
          />
        }
      >
        {(deliveries) => (
          <ul className={classes.log} aria-label="Deliveries">
            {deliveries.map((delivery) => (
              <DeliveryItem key={delivery._id} id={id} delivery={delivery} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

/** Sends everything again from the beginning of a day in India. */
function ResendSince({ id }: { id: string }) {
  const resend = useResendSince()
  const [day, setDay] = useState('')
  const [error, setError] = useState<string>()
  const send = () => {
    if (!day) return setError('Choose a day.')
    resend.mutate(
      { id, since: `${day}T00:00:00+05:30` },
      {
        onSuccess: ({ queued }) =>
          notifySuccess(
            queued === 0
              ? 'There was nothing to send again.'
              : `${formatCount(queued)} ${queued === 1 ? 'event is' : 'events are'} sent again.`,
          ),
        onError: (failure) =>
          notifyError(errorMessage(failure, 'The events could not be sent again.')),
      },
    )
  }
  return (
    <form
      className={classes.since}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <DateField
        label="Send all since …"
        value={day}
        onChange={(chosen) => {
          setDay(chosen)
          setError(undefined)
        }}
        error={error}
      />
      <BusyButton type="submit" variant="default" busy={resend.isPending}>
        Send all again
      </BusyButton>
    </form>
  )
}

function DeliveryItem({ id, delivery }: { id: string; delivery: WebhookDelivery }) {
  const { _id: deliveryId, type, occurredAt, state, nextAttemptAt, attempts } = delivery
  const resend = useResendDelivery()
  const badge = deliveryStateLabels[state]
  const again = () =>
    resend.mutate(
      { id, deliveryId },
      {
        onSuccess: () => notifySuccess('Queued again.'),
        onError: (error) => notifyError(errorMessage(error, 'The event could not be sent again.')),
      },
    )
  return (
    <li className={classes.delivery}>
      <div className={classes.deliveryHead}>
        <h3 className={classes.type}>{type}</h3>
        <StatusBadge tone={badge.tone}>{badge.label}</StatusBadge>
      </div>
      <p className={classes.quiet}>
        <DateTime value={occurredAt} />
        {state === 'dropped' && ' · The traveller withdrew, or the record is gone.'}
        {nextAttemptAt && attempts.length > 0 && (
          <>
            {' · Next attempt '}
            <DateTime value={nextAttemptAt} />
          </>
        )}
      </p>
      {attempts.length > 0 && <Attempts attempts={attempts} />}
      {state !== 'dropped' && (
        <BusyButton
          variant="default"
          size="compact-md"
          busy={resend.isPending}
          aria-label={`Send again: ${type}`}
          onClick={again}
        >
          Send again
        </BusyButton>
      )}
    </li>
  )
}

function Attempts({ attempts }: Pick<WebhookDelivery, 'attempts'>) {
  return (
    <details className={classes.attempts}>
      <summary>
        {formatUnits(attempts.length, 'attempt')}: {outcomeOf(attempts.at(-1))}
      </summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <p>
              <DateTime value={attempt.at} /> · {outcomeOf(attempt)} · {formatCount(attempt.ms)} ms
            </p>
            {attempt.answer && <pre className={classes.answer}>{attempt.answer}</pre>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function outcomeOf(attempt: WebhookDelivery['attempts'][number] | undefined): string {
  if (!attempt) return ''
  return attempt.error ? attemptErrorTexts[attempt.error] : `Status ${attempt.status}`
}
