import { Anchor, Button } from '@mantine/core'
import { maxWebhooks, type Webhook } from '@raahi/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import cards from '../../ui/card-list.module.css'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { WebhookItem } from './webhook-item.tsx'
import { hostOf } from './webhook-labels.ts'
import { useDeleteWebhook, useRotateWebhook, webhooksQuery } from './webhooks.api.ts'

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'))
const SecretDialog = lazy(() => import('./secret-dialog.tsx'))
const DeliveriesDialog = lazy(() => import('./deliveries-dialog.tsx'))

/** The webhooks of an agent, or of all admins. */
export function WebhooksScreen() {
  const { data, error, isFetching, refetch } = useQuery(webhooksQuery)
  const editing = useDialogTarget<Webhook | 'new'>()
  const secret = useDialogTarget<string>()
  const log = useDialogTarget<Webhook>()
  const rotating = useDialogTarget<Webhook>()
  const deleting = useDialogTarget<Webhook>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, data)
  const failure = error && errorWithReason(error, 'The webhooks could not be loaded.')
  const retry = { onRetry: () => void refetch(), retrying: isFetching }
  const add = <Button onClick={() => editing.open('new')}>Add webhook</Button>
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle={
          <>
            We send events to your own systems when they happen, signed as Standard Webhooks 1.0.{' '}
            <Anchor href="/developers" inherit>
              See how
            </Anchor>
          </>
        }
        actions={data && data.length > 0 && data.length < maxWebhooks && add}
      />
      <section aria-labelledby="webhooks">
        <h2 id="webhooks" ref={title} tabIndex={-1} className={cards.title}>
          {data?.length === 1 ? '1 webhook' : `${data?.length || 'Your'} webhooks`}
        </h2>
        {failure && !data && <ErrorState text={failure} {...retry} />}
        {failure && data && <RefreshFailed text={failure} {...retry} />}
        {!failure && !data && (
          <SkeletonList label="Loading webhooks..." layout="rows" count={3} rowHeight="10rem" />
        )}
        {data?.length === 0 && (
          <EmptyState
            text="No webhook yet. Add the address of your CRM, a spreadsheet script or your own server, and choose its events."
            action={add}
          />
        )}
        {data && data.length > 0 && (
          <ul className={cards.list} aria-label="Webhooks">
            {data.map((webhook) => (
              <WebhookItem
                key={webhook._id}
                webhook={webhook}
                onShowLog={() => log.open(webhook)}
                onEdit={() => editing.open(webhook)}
                onRotate={() => rotating.open(webhook)}
                onDelete={() => deleting.open(webhook)}
              />
            ))}
          </ul>
        )}
      </section>
      <Suspense>
        {editing.target && (
          <WebhookDialog
            target={editing.target}
            opened={editing.opened}
            onClose={editing.close}
            onCreated={secret.open}
          />
        )}
        {secret.target && (
          <SecretDialog secret={secret.target} opened={secret.opened} onClose={secret.close} />
        )}
        {log.target && (
          <DeliveriesDialog
            webhook={log.target}
            opened={log.opened}
            onClose={() => {
              log.close()
              // Deliveries may have changed the state meanwhile.
              void refetch()
            }}
          />
        )}
      </Suspense>
      <RotateDialog
        webhook={rotating.target}
        opened={rotating.opened}
        onClose={rotating.close}
        onRotated={secret.open}
      />
      <MutationDialog
        opened={deleting.opened}
        onClose={deleting.close}
        mutation={useDeleteWebhook()}
        input={deleting.target?._id}
        doneText="Webhook deleted."
        failedText="The webhook could not be deleted."
        onDone={keepFocus}
        title="Delete webhook"
        confirmLabel="Delete"
        tone="danger"
      >
        {deleting.target && (
          <p>
            Delete the webhook to <bdi>{hostOf(deleting.target.url)}</bdi>? Its log is deleted too,
            and events that wait are not sent.
          </p>
        )}
      </MutationDialog>
    </>
  )
}

/** Makes a new secret after a confirmation, and shows it. */
function RotateDialog({
  webhook,
  opened,
  onClose,
  onRotated,
}: {
  webhook: Webhook | null
  opened: boolean
  onClose: () => void
  onRotated: (secret: string) => void
}) {
  const rotate = useRotateWebhook()
  const close = () => {
    rotate.reset()
    onClose()
  }
  const confirm = () => {
    if (!webhook) return
    rotate.mutate(webhook._id, {
      onSuccess: ({ secret }) => {
        close()
        onRotated(secret)
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="New secret"
      confirmLabel="Make new secret"
      busy={rotate.isPending}
      error={rotate.isError && errorWithReason(rotate.error, 'The secret could not be changed.')}
    >
      <p>
        For 24 hours we sign with the present secret too, so that you can change over without losing
        an event.
      </p>
    </ConfirmDialog>
  )
}
