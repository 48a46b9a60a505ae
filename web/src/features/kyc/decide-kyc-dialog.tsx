import { NativeSelect, Textarea } from '@mantine/core'
import { type KycCheck, kycNoteRequired, kycReasonRequired, maxKycNote } from '@raahi/contract/kyc'
import { type KycReason, kycDecisionDone, kycReasons, kycStates } from '@raahi/contract/kyc-states'
import { type ReactNode, useState } from 'react'
import { errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import classes from './decide-kyc-dialog.module.css'
import { readKycCheck, useDecideKyc } from './kyc.api.ts'
import { hasNewDocument, listKycChanges } from './kyc-changes.ts'
import { KycDocument } from './public/kyc-document.tsx'

export interface KycDecision {
  kyc: KycCheck
  action: 'approve' | 'reject'
}

interface DecideKycDialogProps {
  /** Null before the first decision. */
  target: KycDecision | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(kycReasons).map(([value, label]) => ({ value, label })),
]

const empty = { reason: '' as KycReason | '', note: '' }
type Values = typeof empty

/**
 * Asks before a document is approved or rejected. A rejection needs a reason. If the KYC has changed since the admin looked
 * at it, the dialog loads it again and shows what changed; the admin then decides on the new version.
 */
export function DecideKycDialog({ target, opened, onClose, onDone }: DecideKycDialogProps) {
  const decide = useDecideKyc()
  /** The KYC that the admin saw, and its current version; `after` is null if there is nothing left to decide. */
  const [changed, setChanged] = useState<{ before: KycCheck; after: KycCheck | null } | undefined>()
  const [isReloading, setReloading] = useState(false)
  const action = target?.action ?? 'approve'
  const isRejection = action === 'reject'
  const kyc = changed?.after ?? target?.kyc
  const canDecide = changed?.after !== null && (!kyc || action in kycStates[kyc.status])
  const texts = textsOf(action, kyc)
  const form = useCheckedForm({
    initialValues: empty,
    validate: (values) => (isRejection ? rejectionErrors(values) : {}),
  })
  form.watch('reason', form.clearErrors)
  const close = () => {
    form.reset()
    setChanged(undefined)
    decide.reset()
    onClose()
  }
  const reload = async (before: KycCheck) => {
    setReloading(true)
    try {
      setChanged({ before, after: await readKycCheck(before.user._id) })
      decide.reset()
    } catch {
      // The refusal stays on the screen. The next attempt is refused too, and loads the KYC again.
    } finally {
      setReloading(false)
    }
  }
  const confirm = form.onSubmit(({ reason, note }) => {
    if (!kyc) return
    onDone()
    const rejection = isRejection && reason && { reason, note: note.trim() }
    decide.mutate(
      { userId: kyc.user._id, version: kyc.version, action, ...rejection },
      {
        onSuccess: () => {
          notifySuccess(kycDecisionDone(kyc.status, action))
          close()
        },
        onError: (error) => {
          if (isRefusal(error, 'KYC_CHANGED')) void reload(kyc)
        },
      },
    )
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title={texts.title}
      confirmLabel={canDecide ? texts.confirm : null}
      cancelLabel={canDecide ? 'Cancel' : 'Close'}
      tone={isRejection ? 'danger' : 'action'}
      busy={decide.isPending || isReloading}
      error={decide.isError && errorWithReason(decide.error, 'The decision could not be saved.')}
    >
      {changed && <Changes {...changed} canDecide={canDecide} />}
      {kyc && canDecide && <p>{texts.question(<bdi>{kyc.user.companyName}</bdi>)}</p>}
      {isRejection && canDecide && <RejectionFields form={form} busy={decide.isPending} />}
    </ConfirmDialog>
  )
}

function rejectionErrors({ reason, note }: Values): { reason?: string; note?: string } {
  if (!reason) return { reason: kycReasonRequired }
  return reason === 'other' && !note.trim() ? { note: kycNoteRequired } : {}
}

function RejectionFields({ form, busy }: { form: CheckedForm<Values>; busy: boolean }) {
  return (
    <>
      <NativeSelect
        label="Reason"
        withAsterisk
        mt="md"
        data={reasonOptions}
        {...form.getInputProps('reason')}
        disabled={busy}
        data-autofocus
      />
      <Textarea
        label="Note to the agent"
        description="The agent sees it in the email and on the profile."
        withAsterisk={form.values.reason === 'other'}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={maxKycNote}
        mt="md"
        {...form.getInputProps('note')}
        readOnly={busy}
      />
    </>
  )
}

interface ChangesProps {
  before: KycCheck
  after: KycCheck | null
  canDecide: boolean
}

/** The changes since the admin opened the KYC, with the document if it was replaced. */
function Changes({ before, after, canDecide }: ChangesProps) {
  const changes = after ? listKycChanges(before, after) : []
  return (
    <div className={classes.changes} role="status">
      <p className={classes.title}>This KYC has changed since you opened it.</p>
      {after && changes.length === 0 && <p>The details are the same as before.</p>}
      {after && changes.length > 0 && (
        <ul className={classes.list} aria-label="Changes">
          {changes.map(({ label, from, to }) => (
            <li key={label}>
              {label}: {from && <s>{from}</s>} <bdi>{to}</bdi>
            </li>
          ))}
        </ul>
      )}
      {after?.document && hasNewDocument(before, after) && (
        <KycDocument
          key={after.submittedAt}
          user={{ _id: after.user._id, kyc: after.document }}
          linksPdf
        />
      )}
      <p>
        {canDecide
          ? 'Please check it again, then decide.'
          : 'There is nothing left to decide here.'}
      </p>
    </div>
  )
}

/** The texts of the dialog. Rejecting an approved document withdraws the approval. */
function textsOf(action: KycDecision['action'], kyc: KycCheck | undefined) {
  if (action === 'approve') {
    return {
      title: 'Approve KYC',
      confirm: 'Approve',
      question: (company: ReactNode) => (
        <>
          {company} becomes a <strong>Verified agency</strong>. We will email the agent.
        </>
      ),
    }
  }
  const withdraws = kyc?.status === 'approved'
  return {
    title: withdraws ? 'Withdraw approval' : 'Reject KYC',
    confirm: withdraws ? 'Withdraw approval' : 'Reject',
    question: (company: ReactNode) => (
      <>
        {withdraws ? 'Withdraw the approval of' : 'Reject the document of'} {company}? We will email
        the agent, who can upload another one.
      </>
    ),
  }
}
