import { NativeSelect, Textarea } from '@mantine/core'
import { type RejectionReason, rejectionReasons } from '@raahi/contract/replacement-reasons'
import {
  maxReasonLength,
  maxRequests,
  type ReplacementRequest,
  rejectionCodeRequired,
  rejectionTextRequired,
} from '@raahi/contract/replacements'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ApprovalText, RequestedLead } from './approval-text.tsx'
import { type DecisionAction, useDecision } from './use-decision.ts'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(rejectionReasons).map(([value, label]) => ({ value, label })),
]

const empty = { reasonCode: '' as RejectionReason | '', reason: '' }
type Values = typeof empty

interface DecideRequestDialogProps {
  /** The request and the action; null before the first one was chosen. */
  target: { request: ReplacementRequest; action: DecisionAction } | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone?: () => void
  /** Called after a success. */
  onDecided?: () => void
  /** Called after the request to the server, successful or not. */
  onSettled?: (() => void) | undefined
}

/** Asks before a request is approved or rejected, which is final, and states exactly what will be returned. */
export function DecideRequestDialog({
  target,
  opened,
  onClose,
  onDone,
  onDecided,
  onSettled,
}: DecideRequestDialogProps) {
  const decide = useDecision(onSettled ? { onSettled } : {})
  const approves = target?.action !== 'rejected'
  const form = useCheckedForm({
    initialValues: empty,
    validate: ({ reasonCode, reason }) => ({
      reasonCode: approves || reasonCode ? undefined : rejectionCodeRequired,
      reason: approves || reason.trim() ? undefined : rejectionTextRequired,
    }),
  })
  const close = () => {
    form.reset()
    decide.reset()
    onClose()
  }
  const confirm = form.onSubmit(({ reasonCode, reason }) => {
    if (!target) return
    onDone?.()
    const rejection = reasonCode ? { reasonCode, reason: reason.trim() } : {}
    decide.send(target.request, target.action, rejection, () => {
      close()
      onDecided?.()
    })
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title={approves ? 'Approve replacement' : 'Reject replacement'}
      confirmLabel={approves ? 'Approve' : 'Reject'}
      tone={approves ? 'action' : 'danger'}
      busy={decide.isPending}
      error={decide.error}
    >
      {target && <Question {...target} />}
      {!approves && <RejectionFields form={form} busy={decide.isPending} />}
    </ConfirmDialog>
  )
}

function RejectionFields({ form, busy }: { form: CheckedForm<Values>; busy: boolean }) {
  return (
    <>
      <NativeSelect
        label="Reason"
        withAsterisk
        mt="md"
        data={reasonOptions}
        {...form.getInputProps('reasonCode')}
        disabled={busy}
        data-autofocus
      />
      <Textarea
        label="What you found"
        description="The agent sees it with the reason, in the email and on the lead."
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        maxLength={maxReasonLength}
        mt="md"
        {...form.getInputProps('reason')}
        readOnly={busy}
      />
    </>
  )
}

function Question({ request, action }: { request: ReplacementRequest; action: DecisionAction }) {
  if (action === 'approved') return <ApprovalText request={request} />
  return (
    <>
      <p>
        Reject the {request.appealsAgainst ? 'appeal' : 'request'} of <bdi>{request.user.name}</bdi>{' '}
        for <RequestedLead lead={request.lead} />? Nothing will be refunded.
      </p>
      <p>
        {request.attempt < maxRequests
          ? 'We will email the agent, who can appeal once. Another admin then decides, if there is one.'
          : 'We will email the agent, who cannot appeal again.'}
      </p>
    </>
  )
}
