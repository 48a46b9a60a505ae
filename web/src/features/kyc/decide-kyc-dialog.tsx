import { NativeSelect, Textarea } from '@mantine/core'
import { type KycCheck, kycNoteRequired, kycReasonRequired, maxKycNote } from '@raahi/contract/kyc'
import { type KycReason, kycReasons } from '@raahi/contract/kyc-states'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useDecideKyc } from './kyc.api.ts'

export interface KycDecision {
  kyc: KycCheck
  action: 'approve' | 'reject'
}

interface DecideKycDialogProps {
  /** Null before the first decision. */
  target: KycDecision | null
  opened: boolean
  onClose: () => void
  /** Called before the list is read again. */
  onDone: () => void
}

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(kycReasons).map(([value, label]) => ({ value, label })),
]

/** Asks before a document is approved or rejected. A rejection needs a reason. */
export function DecideKycDialog({ target, opened, onClose, onDone }: DecideKycDialogProps) {
  const decide = useDecideKyc()
  const [reason, setReason] = useState<KycReason | ''>('')
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<{ reason?: string; note?: string }>({})
  const isRejection = target?.action === 'reject'
  const texts = textsOf(target)
  const close = () => {
    setReason('')
    setNote('')
    setFaults({})
    decide.reset()
    onClose()
  }
  const confirm = () => {
    if (!target) return
    const { kyc, action } = target
    if (isRejection && !reason) return setFaults({ reason: kycReasonRequired })
    if (reason === 'other' && !note.trim()) return setFaults({ note: kycNoteRequired })
    onDone()
    decide.mutate(
      {
        userId: kyc.user._id,
        version: kyc.version,
        action,
        ...(isRejection && reason && { reason, note: note.trim() }),
      },
      {
        onSuccess: () => {
          notifySuccess(texts.done)
          close()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title={texts.title}
      confirmLabel={texts.confirm}
      tone={isRejection ? 'danger' : 'action'}
      busy={decide.isPending}
      error={decide.isError && errorWithReason(decide.error, 'The decision could not be saved.')}
    >
      {target && (
        <p>
          {isRejection ? (
            <>
              {texts.question} <bdi>{target.kyc.user.companyName}</bdi>? We will email the agent,
              who can upload another one.
            </>
          ) : (
            <>
              <bdi>{target.kyc.user.companyName}</bdi> becomes a <strong>Verified agency</strong>.
              We will email the agent.
            </>
          )}
        </p>
      )}
      {isRejection && (
        <>
          <NativeSelect
            label="Reason"
            withAsterisk
            mt="md"
            data={reasonOptions}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value as KycReason | '')
              setFaults({})
            }}
            disabled={decide.isPending}
            error={faults.reason}
            data-autofocus
          />
          <Textarea
            label="Note to the agent"
            description="The agent reads it in the email and on the profile."
            withAsterisk={reason === 'other'}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={maxKycNote}
            mt="md"
            value={note}
            onChange={(event) => {
              setNote(event.currentTarget.value)
              setFaults({})
            }}
            readOnly={decide.isPending}
            error={faults.note}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

/** A rejection of an approved document withdraws the approval. */
function textsOf(target: KycDecision | null) {
  if (target?.action !== 'reject') {
    return { title: 'Approve KYC', confirm: 'Approve', question: '', done: 'KYC approved.' }
  }
  return target.kyc.status === 'approved'
    ? {
        title: 'Withdraw approval',
        confirm: 'Withdraw approval',
        question: 'Withdraw the approval of',
        done: 'Approval withdrawn.',
      }
    : {
        title: 'Reject KYC',
        confirm: 'Reject',
        question: 'Reject the document of',
        done: 'KYC rejected.',
      }
}
