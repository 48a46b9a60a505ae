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
import { ApiError, errorWithReason } from '../../lib/api-error.ts'
import { useIntentKey } from '../../lib/use-intent-key.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import classes from './decide-request-dialog.module.css'
import { useDecideRequest } from './replacements.api.ts'

export type DecisionAction = 'approved' | 'rejected'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(rejectionReasons).map(([value, label]) => ({ value, label })),
]

interface Faults {
  code?: string | undefined
  text?: string | undefined
}

interface DecideRequestDialogProps {
  /** What is asked about; null before the first one was chosen. */
  target: { request: ReplacementRequest; action: DecisionAction } | null
  opened: boolean
  onClose: () => void
  /** Called before the list is read again. */
  onDone: () => void
  /** Called once it is settled, well or not. */
  onSettled?: (() => void) | undefined
}

/** Asks before a request is approved or rejected, and says exactly what will be returned: it is final. */
export function DecideRequestDialog({
  target,
  opened,
  onClose,
  onDone,
  onSettled,
}: DecideRequestDialogProps) {
  const decide = useDecideRequest(onSettled ? { onSettled } : {})
  const { keyFor, settle } = useIntentKey()
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
    const given = { reasonCode: rejection?.code || undefined, reason: rejection?.text }
    const intent = JSON.stringify([request._id, action, given])
    onDone()
    decide.mutate(
      { requestId: request._id, action, ...given, idempotencyKey: keyFor(intent) },
      {
        onSuccess: () => {
          settle(intent)
          notifySuccess(`Replacement request ${action}`)
          close()
        },
        onError: (error) => {
          if (!(error instanceof ApiError && error.isOutcomeUnknown)) settle(intent)
        },
      },
    )
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
      error={
        decide.isError && errorWithReason(decide.error, 'Failed to update replacement request.')
      }
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

/** A rejection needs a code and a text. */
function faultsOf(rejection: { code: string; text: string } | undefined): Faults {
  return {
    code: rejection?.code === '' ? rejectionCodeRequired : undefined,
    text: rejection?.text === '' ? rejectionTextRequired : undefined,
  }
}

function Question({ request, action }: { request: ReplacementRequest; action: DecisionAction }) {
  const agent = <bdi>{request.user.name}</bdi>
  const lead = (
    <>
      <bdi>{request.lead.name}</bdi> <span className={classes.whole}>({request.lead.leadId})</span>
    </>
  )
  if (action === 'rejected') {
    return (
      <>
        <p>
          Reject the {request.appealsAgainst ? 'appeal' : 'request'} of {agent} for {lead}? Nothing
          will be refunded.
        </p>
        <p>
          {request.attempt < maxRequests
            ? 'We will email the agent, who can appeal once. Another admin then decides, if there is one.'
            : 'We will email the agent, who cannot appeal again.'}
        </p>
      </>
    )
  }
  return (
    <>
      <p>
        <Return request={request} /> for {lead}.
      </p>
      <p>This is final. The lead stays off sale and we will email the agent.</p>
    </>
  )
}

/** What an approval would give back now, by the server's refund rule, and to whom. */
function Return({ request }: { request: ReplacementRequest }) {
  const { user, planName, paidWith, cost, approvalReturns } = request
  const agent = <bdi>{user.name}</bdi>
  if (approvalReturns?.to === 'plan') {
    return (
      <>
        <strong>1 lead</strong> goes back to the {planName} plan of {agent}
      </>
    )
  }
  const amount = (
    <strong>
      <Money rupees={approvalReturns?.amount ?? 0} />
    </strong>
  )
  return paidWith === 'plan' ? (
    <>
      The {planName} plan has ended, so {amount} goes to the wallet of {agent}
    </>
  ) : (
    <>
      {amount}
      {approvalReturns?.amount === cost && ', the price paid,'} will be refunded to the wallet of{' '}
      {agent}
    </>
  )
}
