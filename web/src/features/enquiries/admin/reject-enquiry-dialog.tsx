import { type Enquiry, type RejectReason, rejectReasons } from '@raahi/contract/enquiries'
import { useId } from 'react'
import { errorWithReason, isRefusal } from '../../../lib/api-error.ts'
import { countText, leftText } from '../../../lib/bulk-texts.ts'
import { type CheckedForm, useCheckedForm } from '../../../lib/use-checked-form.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { rejectReasonLabels } from '../enquiry-labels.ts'
import { useRejectEnquiries } from './admin-enquiries.api.ts'
import { DecidedMeanwhile } from './decided-meanwhile.tsx'
import classes from './reject-enquiry-dialog.module.css'

interface RejectEnquiryDialogProps {
  /** The enquiries to reject; empty before the first one was chosen. */
  enquiries: readonly Enquiry[]
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

type Values = { reason: RejectReason | null }

/** Asks for the reason of a rejection, which is final. One reason counts for all selected enquiries. */
export function RejectEnquiryDialog({
  enquiries,
  opened,
  onClose,
  onDone,
}: RejectEnquiryDialogProps) {
  const reject = useRejectEnquiries()
  const [enquiry = null, ...others] = enquiries
  const form = useCheckedForm<Values>({
    initialValues: { reason: null },
    validate: ({ reason }) => (reason ? {} : { reason: 'Choose spam, duplicate or other.' }),
  })
  const close = () => {
    form.reset()
    reject.reset()
    onClose()
  }
  const confirm = form.onSubmit(({ reason }) => {
    if (!enquiry || !reason) return
    onDone()
    reject.mutate(
      { enquiries, reason },
      {
        onSuccess: (decided) => {
          const left = leftText(enquiries.length - decided, 'enquiry')
          notifySuccess(
            others.length > 0
              ? `${countText(decided, 'enquiry')} rejected.${left}`
              : 'Enquiry rejected.',
          )
          close()
        },
      },
    )
  })
  const decided = enquiry && isRefusal(reject.error, 'ENQUIRY_ALREADY_DECIDED')
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title={others.length > 0 ? `Reject ${enquiries.length} enquiries` : 'Reject enquiry'}
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
      {others.length === 0 ? (
        <p>
          <strong>
            <bdi>{enquiry?.name}</bdi>
          </strong>{' '}
          ({enquiry?.reference}) will be closed without a lead. This is final. The traveller will
          see it as closed and gets no email.
        </p>
      ) : (
        <p>
          {enquiries.map(({ reference }) => reference).join(', ')} will be closed without a lead.
          This is final. The travellers will see them as closed and get no email.
        </p>
      )}
      <ReasonChoice
        form={form}
        duplicateOf={others.length === 0 ? enquiry?.duplicateOf?.reference : undefined}
      />
    </ConfirmDialog>
  )
}

interface ReasonChoiceProps {
  form: CheckedForm<Values>
  duplicateOf: string | undefined
}

function ReasonChoice({ form, duplicateOf }: ReasonChoiceProps) {
  const id = useId()
  const error = form.errors.reason
  return (
    <fieldset className={classes.reasons} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.legend}>Reason</legend>
      {rejectReasons.map((reason) => (
        <label key={reason} className={classes.reason} data-error={error ? true : undefined}>
          <input
            type="radio"
            name={id}
            className={classes.radio}
            data-path={form.pathOf('reason')}
            checked={form.values.reason === reason}
            onChange={() => form.setFieldValue('reason', reason)}
          />
          <span>
            {rejectReasonLabels[reason]}
            {reason === 'duplicate' && duplicateOf && ` of ${duplicateOf}`}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
