import { Button } from '@mantine/core'
import type { ContactMessage } from '@raahi/contract/contact'
import { IconArrowBackUp, IconCheck, IconMail, IconRobot } from '@tabler/icons-react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ContactText } from '../../ui/masked-contact.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem, QueueItemAge } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './message-item.module.css'
import { replyAddress } from './reply-address.ts'

interface MessageItemProps {
  message: ContactMessage
  /** True while the message is being marked. */
  busy: boolean
  onMark: (message: ContactMessage, answered: boolean) => void
}

/** One message of the contact form, with its state, a link to reply, and a button to mark it. */
export function MessageItem({ message, busy, onMark }: MessageItemProps) {
  const { name, email, createdAt, answeredAt, answeredBy } = message
  return (
    <QueueItem
      title={name}
      badges={
        <>
          {message.suspected && (
            <StatusBadge tone="notice" icon={IconRobot}>
              Suspected spam
            </StatusBadge>
          )}
          {answeredAt && <StatusBadge tone="success">Answered</StatusBadge>}
          <QueueItemAge since={createdAt} waiting={answeredAt === null} />
        </>
      }
    >
      <p className={item.quiet}>
        <a href={`mailto:${email}`}>
          <ContactText value={email} />
        </a>
        , <DateTime value={createdAt} />
      </p>
      <blockquote className={item.quote}>
        <p className={item.text}>
          <bdi>{message.message}</bdi>
        </p>
      </blockquote>
      <div className={classes.foot}>
        {answeredAt && (
          <p className={item.quiet}>
            Marked as answered
            {answeredBy && (
              <>
                {' '}
                by <bdi>{answeredBy.name}</bdi>
              </>
            )}{' '}
            <DateTime value={answeredAt} />
          </p>
        )}
        <div className={classes.actions}>
          <Button
            component="a"
            href={replyAddress(message)}
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            aria-label={`Reply by email to ${name}`}
          >
            Reply by email
          </Button>
          <BusyButton
            variant={answeredAt ? 'default' : 'filled'}
            leftSection={
              answeredAt ? (
                <IconArrowBackUp size={18} aria-hidden />
              ) : (
                <IconCheck size={18} aria-hidden />
              )
            }
            busy={busy}
            onClick={() => onMark(message, answeredAt === null)}
            aria-label={`Mark as ${answeredAt ? 'waiting' : 'answered'}: the message from ${name}`}
          >
            {answeredAt ? 'Mark as waiting' : 'Mark as answered'}
          </BusyButton>
        </div>
      </div>
    </QueueItem>
  )
}
