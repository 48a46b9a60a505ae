import { Button } from '@mantine/core'
import type { ContactMessage } from '@raahi/contract/contact'
import {
  IconArrowBackUp,
  IconCheck,
  IconLink,
  IconMail,
  IconMessageReply,
  IconRobot,
} from '@tabler/icons-react'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ContactText } from '../../ui/masked-contact.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItemAge } from '../../ui/queue-item.tsx'
import { SplitDetail } from '../../ui/split-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { type AnswerDrafts, AnswerForm } from './answer-form.tsx'
import { useSendLinkAgain } from './contact-messages.api.ts'
import classes from './message-detail.module.css'
import { replyAddress } from './reply-address.ts'

interface MessageDetailProps {
  message: ContactMessage
  isBeside: boolean
  /** True while the message is being marked. */
  busy: boolean
  drafts: AnswerDrafts
  onMark: (message: ContactMessage, answered: boolean) => void
  /** Called before the list is refetched. */
  onStart: () => void
}

/** One message of the contact form with its answer, and what an admin can do: answer, send the link again, mark it. */
export function MessageDetail({
  message,
  isBeside,
  busy,
  drafts,
  onMark,
  onStart,
}: MessageDetailProps) {
  const { _id, name, email, createdAt, answer, answeredAt } = message
  const [isAnswering, setAnswering] = useState(drafts.has(_id))
  const link = useLinkSending(email)
  const isForm = isAnswering && answeredAt === null
  return (
    <SplitDetail
      title={name}
      isBeside={isBeside}
      badges={<MessageBadges message={message} />}
      actions={
        !isForm && (
          <MessageActions
            message={message}
            busy={busy}
            link={link}
            onMark={onMark}
            onAnswer={() => setAnswering(true)}
          />
        )
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
      {answer && (
        <div className={classes.answered}>
          <h4 className={item.partTitle}>Answer</h4>
          <p className={item.text}>{answer}</p>
        </div>
      )}
      <AnsweredText message={message} />
      {isForm && (
        <AnswerForm
          message={message}
          drafts={drafts}
          onCancel={() => setAnswering(false)}
          onStart={onStart}
        />
      )}
    </SplitDetail>
  )
}

function useLinkSending(email: string) {
  const { mutate, isPending } = useSendLinkAgain()
  const send = () =>
    mutate(email, {
      onSuccess: () => notifySuccess('If this email has an enquiry, its link is on its way.'),
      onError: (error) => notifyError(errorWithReason(error, 'The link could not be sent.')),
    })
  return { send, isSending: isPending }
}

function MessageBadges({ message }: { message: ContactMessage }) {
  const { suspected, createdAt, answeredAt } = message
  return (
    <>
      {suspected && (
        <StatusBadge tone="notice" icon={IconRobot}>
          Suspected spam
        </StatusBadge>
      )}
      {answeredAt && <StatusBadge tone="success">Answered</StatusBadge>}
      <QueueItemAge since={createdAt} waiting={answeredAt === null} />
    </>
  )
}

/** Who answered the message, and when. Renders nothing while it waits. */
function AnsweredText({ message }: { message: ContactMessage }) {
  const { answer, answeredAt, answeredBy } = message
  if (!answeredAt) return null
  return (
    <p className={`${item.quiet} ${classes.outcome}`}>
      {answer ? 'Answered' : 'Marked as answered'}
      {answeredBy && (
        <>
          {' '}
          by <bdi>{answeredBy.name}</bdi>
        </>
      )}{' '}
      <DateTime value={answeredAt} />
    </p>
  )
}

interface MessageActionsProps {
  message: ContactMessage
  /** True while the message is being marked. */
  busy: boolean
  link: ReturnType<typeof useLinkSending>
  onMark: MessageDetailProps['onMark']
  onAnswer: () => void
}

function MessageActions({ message, busy, link, onMark, onAnswer }: MessageActionsProps) {
  const { name, answeredAt } = message
  const MarkIcon = answeredAt ? IconArrowBackUp : IconCheck
  return (
    <>
      <BusyButton
        className={classes.action}
        variant="subtle"
        color="ink"
        leftSection={<IconLink size={18} aria-hidden />}
        busy={link.isSending}
        onClick={link.send}
        aria-label={`Send the link again to ${name}`}
      >
        Send the link again
      </BusyButton>
      <Button
        className={classes.action}
        component="a"
        href={replyAddress(message)}
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        aria-label={`Reply by email to ${name}`}
      >
        Reply by email
      </Button>
      <BusyButton
        className={classes.action}
        data-mark
        variant="default"
        leftSection={<MarkIcon size={18} aria-hidden />}
        busy={busy}
        onClick={() => onMark(message, answeredAt === null)}
        aria-label={`Mark as ${answeredAt ? 'waiting' : 'answered'}: the message from ${name}`}
      >
        {answeredAt ? 'Mark as waiting' : 'Mark as answered'}
      </BusyButton>
      {answeredAt === null && (
        <Button
          className={classes.action}
          data-answer
          leftSection={<IconMessageReply size={18} aria-hidden />}
          onClick={onAnswer}
          aria-label={`Answer ${name}`}
        >
          Answer
        </Button>
      )}
    </>
  )
}
