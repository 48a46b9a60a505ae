import { type Enquiry, type RejectReason, rejectReasons } from '@raahi/contract/enquiries'
import { type Ref, useId, useRef, useState } from 'react'
import { errorWithReason, isRefusal } from '../../../lib/api-error.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { rejectReasonLabels } from '../enquiry-labels.ts'
import { useRejectEnquiry } from './admin-enquiries.api.ts'
import { DecidedMeanwhile } from './decided-meanwhile.tsx'
import classes from './reject-enquiry-dialog.module.css'

interface RejectEnquiryDialogProps {
  /** The enquiry to reject; null before the first one was chosen. */
  enquiry: Enquiry | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** Asks for the reason of a rejection, which is final. */
export function RejectEnquiryDialog({
  enquiry,
  opened,
  onClose,
  onDone,
}: RejectEnquiryDialogProps) {
  const reject = useRejectEnquiry()
  const [chosen, setChosen] = useState<RejectReason | null>(null)
  const [missing, setMissing] = useState(false)
  const choice = useRef<HTMLFieldSetElement>(null)
  const close = () => {
    setChosen(null)
    setMissing(false)
    reject.reset()
    onClose()
  }
  const confirm = () => {
    if (!enquiry) return
    if (!chosen) {
      setMissing(true)
      choice.current?.querySelector('input')?.focus()
      return
    }
    onDone()
    reject.mutate(
      { id: enquiry._id, reason: chosen },
      {
        onSuccess: () => {
          notifySuccess('Enquiry rejected.')
          close()
        },
      },
    )
  }
  const decided = enquiry && isRefusal(reject.error, 'ENQUIRY_ALREADY_DECIDED')
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Reject enquiry"
      confirmLabel="Reject"
      tone="danger"
      busy={reject.isPending}
      error={
        reject.isError &&
        (decided ? (
          <DecidedMeanwhile reference={enquiry.reference} />
        ) : (
          errorWithReason(reject.error, 'The enquiry could not be rejected.')
        ))
      }
    >
      <p>
        <strong>
          <bdi>{enquiry?.name}</bdi>
        </strong>{' '}
        ({enquiry?.reference}) will be closed without a lead. This is final. The traveller will see
        it as closed and gets no email.
      </p>
      <ReasonChoice
        ref={choice}
        chosen={chosen}
        missing={missing}
        duplicateOf={enquiry?.duplicateOf?.reference}
        onChoose={(reason) => {
          setChosen(reason)
          setMissing(false)
        }}
      />
    </ConfirmDialog>
  )
}

interface ReasonChoiceProps {
  ref: Ref<HTMLFieldSetElement>
  chosen: RejectReason | null
  missing: boolean
  duplicateOf: string | undefined
  onChoose: (reason: RejectReason) => void
}

function ReasonChoice({ ref, chosen, missing, duplicateOf, onChoose }: ReasonChoiceProps) {
  const id = useId()
  return (
    <fieldset
      ref={ref}
      className={classes.reasons}
      aria-describedby={missing ? `${id}-error` : undefined}
    >
      <legend className={classes.legend}>Reason</legend>
      {rejectReasons.map((reason) => (
        <label key={reason} className={classes.reason} data-error={missing || undefined}>
          <input
            type="radio"
            name={id}
            className={classes.radio}
            checked={chosen === reason}
            onChange={() => onChoose(reason)}
          />
          <span>
            {rejectReasonLabels[reason]}
            {reason === 'duplicate' && duplicateOf && ` of ${duplicateOf}`}
          </span>
        </label>
      ))}
      {missing && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          Choose spam, duplicate or other.
        </p>
      )}
    </fieldset>
  )
}
