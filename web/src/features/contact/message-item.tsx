import { Button } from '@mantine/core'
import type { ContactMessage } from '@raahi/contract/contact'
import {
  IconArrowBackUp,
  IconCheck,
  IconClockExclamation,
  IconMail,
  IconRobot,
} from '@tabler/icons-react'
import { ageTone, formatAge } from '../../lib/ages.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ContactText } from '../../ui/masked-contact.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './message-item.module.css'
import { replyAddress } from './reply-address.ts'

interface MessageItemProps {
  message: ContactMessage
  /** While true it is being marked. */
  busy: boolean
  onMark: (message: ContactMessage, answered: boolean) => void
}

/** One message of the contact form, the way to answer it, and whether that has been done. */
export function MessageItem({ message, busy, onMark }: MessageItemProps) {
  const { name, email, createdAt, answeredAt, answeredBy } = message
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <bdi>{name}</bdi>
        </h3>
        <div className={classes.badges}>
          {message.suspected && (
            <StatusBadge tone="notice" icon={IconRobot}>
              Suspected spam
            </StatusBadge>
          )}
          <StatusBadge tone={answeredAt ? 'success' : 'warning'}>
            {answeredAt ? 'Answered' : 'Waiting'}
          </StatusBadge>
          <Age message={message} />
        </div>
      </div>
      <p className={classes.from}>
        <a href={`mailto:${email}`}>
          <ContactText value={email} />
        </a>
        , <DateTime value={createdAt} />
      </p>
      <blockquote className={classes.message}>
        <bdi>{message.message}</bdi>
      </blockquote>
      <div className={classes.foot}>
        {answeredAt && (
          <p className={classes.outcome}>
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
    </li>
  )
}

/** How long it has waited, which stands out after three days. */
function Age({ message: { createdAt, answeredAt } }: { message: ContactMessage }) {
  const now = new Date()
  const age = formatAge(createdAt, now)
  if (answeredAt) return <span className={classes.age}>{age} ago</span>
  return (
    <span className={classes.age} data-tone={ageTone(createdAt, now)}>
      <IconClockExclamation size={16} stroke={2} aria-hidden />
      for {age}
    </span>
  )
}
