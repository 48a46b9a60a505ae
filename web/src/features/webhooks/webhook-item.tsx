import { ActionIcon, Button, Menu } from '@mantine/core'
import type { Webhook } from '@raahi/contract/webhooks'
import { IconDots, IconKey, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { describePause, describeState, describeWaiting, hostOf } from './webhook-labels.ts'
import { useTestWebhook, useUpdateWebhook } from './webhooks.api.ts'
import classes from './webhooks.module.css'

interface WebhookItemProps {
  webhook: Webhook
  onShowLog: () => void
  onEdit: () => void
  onRotate: () => void
  onDelete: () => void
}

/** One webhook: its address, its state, its events, and what can be done with it. */
export function WebhookItem({ webhook, onShowLog, onEdit, onRotate, onDelete }: WebhookItemProps) {
  const { _id: id, url, description, events, state } = webhook
  const name = description ?? hostOf(url)
  const badge = describeState(webhook)
  const update = useUpdateWebhook()
  const test = useTestWebhook()
  const toggle = () =>
    update.mutate(
      { id, body: { isPaused: state === 'active' } },
      {
        onSuccess: () => notifySuccess(state === 'active' ? 'Paused.' : 'Active again.'),
        onError: (error) => notifyError(errorMessage(error, 'The webhook could not be changed.')),
      },
    )
  const sendTest = () =>
    test.mutate(id, {
      onSuccess: onShowLog,
      onError: (error) => notifyError(errorMessage(error, 'The test could not be sent.')),
    })
  return (
    <QueueItem title={name} badges={<StatusBadge tone={badge.tone}>{badge.label}</StatusBadge>}>
      <p className={classes.url}>{url}</p>
      <ul className={classes.events} aria-label={`Events of ${name}`}>
        {events.map((event) => (
          <li key={event}>{event}</li>
        ))}
      </ul>
      <StateFacts webhook={webhook} />
      <div className={`${item.actions} ${classes.actions}`}>
        <Button variant="default" aria-label={`Deliveries of ${name}`} onClick={onShowLog}>
          Deliveries
        </Button>
        {state === 'active' && (
          <BusyButton
            variant="default"
            busy={test.isPending}
            aria-label={`Send a test to ${name}`}
            onClick={sendTest}
          >
            Send a test
          </BusyButton>
        )}
        <Button variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <BusyButton
          variant="default"
          busy={update.isPending}
          aria-label={`${state === 'active' ? 'Pause' : 'Resume'} ${name}`}
          onClick={toggle}
        >
          {state === 'active' ? 'Pause' : 'Resume'}
        </BusyButton>
        <MoreActions name={name} onRotate={onRotate} onDelete={onDelete} />
      </div>
    </QueueItem>
  )
}

/** What happens with the events at present. */
function StateFacts({ webhook }: { webhook: Webhook }) {
  const { state, stateSince, failingSince, lastSuccessAt, previousSecretUntil } = webhook
  const pause = describePause(webhook)
  const waiting = describeWaiting(webhook)
  const facts: [string, ReactNode][] = [
    [
      'last',
      lastSuccessAt ? (
        <>
          Last delivered <DateTime value={lastSuccessAt} />
        </>
      ) : (
        'Nothing delivered yet'
      ),
    ],
  ]
  if (state === 'active' && failingSince)
    facts.push([
      'failing',
      <>
        Failing since <DateTime value={failingSince} />
      </>,
    ])
  if (waiting) facts.push(['waiting', waiting])
  if (previousSecretUntil)
    facts.push([
      'secret',
      <>
        The former secret is valid until <DateTime value={previousSecretUntil} />
      </>,
    ])
  return (
    <>
      {pause && (
        <p className={classes.pause}>
          {state === 'ended' ? 'Ended' : 'Paused'} <DateTime value={stateSince} />. {pause}
        </p>
      )}
      <ul className={classes.facts}>
        {facts.map(([key, fact]) => (
          <li key={key}>{fact}</li>
        ))}
      </ul>
    </>
  )
}

function MoreActions({
  name,
  onRotate,
  onDelete,
}: {
  name: string
  onRotate: () => void
  onDelete: () => void
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  // A dialog returns the focus to the element that has it when the dialog opens. The menu item is removed by then.
  const run = (action: () => void) => () => {
    trigger.current?.focus()
    action()
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={trigger}
          variant="default"
          size={42}
          aria-label={`More actions for ${name}`}
          className={classes.more}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={run(onRotate)}>
          New secret
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} aria-hidden />}
          color="brick"
          onClick={run(onDelete)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
