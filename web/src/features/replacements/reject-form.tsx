import { NativeSelect, Textarea } from '@mantine/core'
import { type RejectionReason, rejectionReasons } from '@raahi/contract/replacement-reasons'
import {
  maxReasonLength,
  maxRequests,
  type ReplacementRequest,
  rejectionCodeRequired,
  rejectionTextRequired,
} from '@raahi/contract/replacements'
import { useEffect } from 'react'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { RequestedLead } from './approval-text.tsx'
import classes from './reject-form.module.css'
import { useDecision } from './use-decision.ts'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(rejectionReasons).map(([value, label]) => ({ value, label })),
]

const empty = { reasonCode: '' as RejectionReason | '', reason: '' }

/** The unsent rejections by request. They outlive the form, which is removed when another request is shown. */
export type RejectDrafts = Map<string, typeof empty>

interface RejectFormProps {
  request: ReplacementRequest
  drafts?: RejectDrafts
  onCancel: () => void
  /** Called before the list is refetched. */
  onDone?: (() => void) | undefined
  /** Called after a success. */
  onDecided?: () => void
  /** Called after the request to the server, successful or not. */
  onSettled?: (() => void) | undefined
}

/** The reasons of a rejection, which is final. The form is below the evidence, so that both are read together. */
export function RejectForm({
  request,
  drafts,
  onCancel,
  onDone,
  onDecided,
  onSettled,
}: RejectFormProps) {
  const decide = useDecision(onSettled ? { onSettled } : {})
  const form = useCheckedForm({
    initialValues: drafts?.get(request._id) ?? empty,
    validate: ({ reasonCode, reason }) => ({
      reasonCode: reasonCode ? undefined : rejectionCodeRequired,
      reason: reason.trim() ? undefined : rejectionTextRequired,
    }),
  })
  // Only when the form opens, and not when the keys of the list return to its record.
  useEffect(() => {
    if (!drafts?.has(request._id)) form.getInputNode('reasonCode')?.focus()
  }, [])
  useEffect(() => {
    drafts?.set(request._id, form.values)
  }, [drafts, request._id, form.values])
  const cancel = () => {
    drafts?.delete(request._id)
    onCancel()
  }
  const submit = form.onSubmit(({ reasonCode, reason }) => {
    if (!reasonCode) return
    onDone?.()
    const rejection = { reasonCode, reason: reason.trim() }
    decide.send(request, 'rejected', rejection, () => {
      drafts?.delete(request._id)
      onDecided?.()
    })
  })
  return (
    <form
      className={classes.form}
      aria-label="Reject replacement"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !decide.isPending) cancel()
      }}
    >
      <Question request={request} />
      <div className={classes.fields}>
        <NativeSelect
          label="Reason"
          withAsterisk
          data={reasonOptions}
          {...form.getInputProps('reasonCode')}
          disabled={decide.isPending}
        />
        <Textarea
          label="What you found"
          description="The agent sees it with the reason, in the email and on the lead."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxReasonLength}
          {...form.getInputProps('reason')}
          readOnly={decide.isPending}
        />
      </div>
      {decide.error && <FormError>{decide.error}</FormError>}
      <div className={classes.buttons}>
        <BusyButton variant="default" busy={decide.isPending} onClick={cancel}>
          Cancel
        </BusyButton>
        <BusyButton type="submit" color="brick" busy={decide.isPending}>
          {decide.isPending ? 'Processing..' : 'Reject'}
        </BusyButton>
      </div>
    </form>
  )
}

function Question({ request }: { request: ReplacementRequest }) {
  return (
    <p>
      Reject the {request.appealsAgainst ? 'appeal' : 'request'} of <bdi>{request.user.name}</bdi>{' '}
      for <RequestedLead lead={request.lead} />? Nothing will be refunded.{' '}
      {request.attempt < maxRequests
        ? 'We will email the agent, who can appeal once. Another admin then decides, if there is one.'
        : 'We will email the agent, who cannot appeal again.'}
    </p>
  )
}
