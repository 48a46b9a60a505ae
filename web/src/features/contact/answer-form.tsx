import { Checkbox, Textarea } from '@mantine/core'
import type { ContactMessage } from '@raahi/contract/contact'
import { maxLengths } from '@raahi/contract/field-checks'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useAnswerMessage } from './contact-messages.api.ts'
import classes from './message-detail.module.css'

const empty = { answer: '', quoteForm: false }

/** The unsent answers by message. They outlive the form, which is removed when another message is shown. */
export type AnswerDrafts = Map<string, typeof empty>

interface AnswerFormProps {
  message: ContactMessage
  drafts: AnswerDrafts
  onCancel: () => void
  /** Called before the list is refetched. */
  onStart: () => void
}

/** An answer, written below the message. It is mailed to the sender and kept with the message. */
export function AnswerForm({ message, drafts, onCancel, onStart }: AnswerFormProps) {
  const send = useAnswerMessage()
  const form = useCheckedForm({
    initialValues: drafts.get(message._id) ?? empty,
    validate: ({ answer }) => (answer.trim() ? {} : { answer: 'Write an answer.' }),
  })
  // Only when the form opens, and not when the keys of the list return to its record.
  useEffect(() => {
    if (!drafts.has(message._id)) form.getInputNode('answer')?.focus()
  }, [])
  useEffect(() => {
    drafts.set(message._id, form.values)
  }, [drafts, message._id, form.values])
  const close = () => {
    drafts.delete(message._id)
    onCancel()
  }
  const submit = form.onSubmit(({ answer, quoteForm }) => {
    onStart()
    send.mutate(
      { id: message._id, answer: answer.trim(), quoteForm },
      {
        onSuccess: () => {
          notifySuccess('Answer sent.')
          close()
        },
      },
    )
  })
  return (
    <form
      className={classes.answer}
      aria-label={`Answer to ${message.name}`}
      noValidate
      onSubmit={submit}
    >
      <Textarea
        label="Answer"
        description={`Sent by email to ${message.email}, and kept here.`}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={maxLengths.message}
        {...form.getInputProps('answer')}
        readOnly={send.isPending}
      />
      <Checkbox
        label="Make an enquiry: add a button that opens the quote form"
        {...form.getInputProps('quoteForm', { type: 'checkbox' })}
        disabled={send.isPending}
      />
      {send.isError && (
        <FormError>{errorWithReason(send.error, 'The answer could not be sent.')}</FormError>
      )}
      <div className={classes.actions}>
        <BusyButton variant="default" busy={send.isPending} onClick={close}>
          Cancel
        </BusyButton>
        <BusyButton type="submit" busy={send.isPending}>
          {send.isPending ? 'Sending..' : 'Send answer'}
        </BusyButton>
      </div>
    </form>
  )
}
