import { NativeSelect, Textarea } from '@mantine/core'
import { type RejectionReason, rejectionReasons } from '@raahi/contract/replacement-reasons'
import {
  maxReasonLength,
  maxRequests,
  type ReplacementRequest,
  rejectionCodeRequired,
  rejectionTextRequired,
} from '@raahi/contract/replacements'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ApprovalText, RequestedLead } from './approval-text.tsx'
import { type DecisionAction, useDecision } from './use-decision.ts'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(rejectionReasons).map(([value, label]) => ({ value, label })),
]

interface Faults {
  code?: string | undefined
  text?: string | undefined
}

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
  const [code, setCode] = useState<RejectionReason | ''>('')
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const codeField = useRef<HTMLSelectElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const close = () => {
    setCode('')
    setReason('')
    setFaults({})
    decide.reset()
    onClose()
  }
  const confirm = () => {
    if (!target) return
    const { request, action } = target
    const rejection = action === 'rejected' ? { code, text: reason.trim() } : undefined
    const found = faultsOf(rejection)
    setFaults(found)
    if (found.code || found.text) {
      const first = found.code ? codeField : field
      first.current?.focus()
      return
    }
    onDone?.()
    const given = { reasonCode: rejection?.code || undefined, reason: rejection?.text }
    decide.send(request, action, given, () => {
      close()
      onDecided?.()
    })
  }
  const approves = target?.action !== 'rejected'
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
      {target?.action === 'rejected' && (
        <>
          <NativeSelect
            ref={codeField}
            label="Reason"
            withAsterisk
            mt="md"
            data={reasonOptions}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value as RejectionReason | '')
              setFaults({})
            }}
            disabled={decide.isPending}
            error={faults.code}
            data-autofocus
          />
          <Textarea
            ref={field}
            label="What you found"
            description="The agent sees it with the reason, in the email and on the lead."
            withAsterisk
            autosize
            minRows={3}
            maxRows={8}
            maxLength={maxReasonLength}
            mt="md"
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setFaults((present) => ({ ...present, text: undefined }))
            }}
            readOnly={decide.isPending}
            error={faults.text}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

/** The errors of a rejection, which needs a code and a text. */
function faultsOf(rejection: { code: string; text: string } | undefined): Faults {
  return {
    code: rejection?.code === '' ? rejectionCodeRequired : undefined,
    text: rejection?.text === '' ? rejectionTextRequired : undefined,
  }
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
