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
import classes from './message-item.module.css'

interface AnswerFormProps {
  message: ContactMessage
  onCancel: () => void
  /** Called before the list is refetched. */
  onStart: () => void
}

/** An answer, written below the message. It is mailed to the sender and kept with the message. */
export function AnswerForm({ message, onCancel, onStart }: AnswerFormProps) {
  const send = useAnswerMessage()
  const form = useCheckedForm({
    initialValues: { answer: '', quoteForm: false },
    validate: ({ answer }) => (answer.trim() ? {} : { answer: 'Write an answer.' }),
  })
  // Only when the form opens.
  useEffect(() => form.getInputNode('answer')?.focus(), [])
  const submit = form.onSubmit(({ answer, quoteForm }) => {
    onStart()
    send.mutate(
      { id: message._id, answer: answer.trim(), quoteForm },
      {
        onSuccess: () => {
          notifySuccess('Answer sent.')
          onCancel()
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
        <BusyButton variant="default" busy={send.isPending} onClick={onCancel}>
          Cancel
        </BusyButton>
        <BusyButton type="submit" busy={send.isPending}>
          {send.isPending ? 'Sending..' : 'Send answer'}
        </BusyButton>
      </div>
    </form>
  )
}
