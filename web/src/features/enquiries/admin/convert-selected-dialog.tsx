import type { Enquiry } from '@raahi/contract/enquiries'
import { errorWithReason } from '../../../lib/api-error.ts'
import { countText, leftText } from '../../../lib/bulk-texts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { leadFormBody, leadFormErrors } from '../../leads/public/lead-form-values.ts'
import { qualityHints } from '../enquiry-labels.ts'
import { useConvertEnquiries } from './admin-enquiries.api.ts'
import { leadValuesOf } from './enquiry-lead-values.ts'

interface ConvertSelectedDialogProps {
  enquiries: readonly Enquiry[]
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** Asks before the selected enquiries become leads as their travellers sent them. Doubtful ones are left out. */
export default function ConvertSelectedDialog({
  enquiries,
  opened,
  onClose,
  onDone,
}: ConvertSelectedDialogProps) {
  const convert = useConvertEnquiries()
  const clear = enquiries.filter((enquiry) => !needsLook(enquiry))
  const doubtful = enquiries.filter(needsLook)
  const close = () => {
    convert.reset()
    onClose()
  }
  const confirm = () => {
    onDone()
    const conversions = clear.map((enquiry) => ({
      enquiry,
      body: leadFormBody(leadValuesOf(enquiry)),
    }))
    convert.mutate(conversions, {
      onSuccess: (converted) => {
        const left = leftText(enquiries.length - converted, 'enquiry')
        notifySuccess(`${countText(converted, 'lead')} created.${left}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title={`Convert ${clear.length} of ${enquiries.length} to leads`}
      confirmLabel={clear.length > 0 ? 'Create Leads' : null}
      busy={convert.isPending}
      error={
        convert.isError && errorWithReason(convert.error, 'Not all enquiries could be converted.')
      }
    >
      {clear.length > 0 && (
        <p>{referencesOf(clear)} will be on sale as the travellers wrote them.</p>
      )}
      {doubtful.length > 0 && (
        <p>
          {referencesOf(doubtful)} {doubtful.length === 1 ? 'needs' : 'need'} a look first: a
          duplicate, a doubtful contact, or a lead type that is not known.
        </p>
      )}
    </ConfirmDialog>
  )
}

const referencesOf = (enquiries: readonly Enquiry[]) =>
  enquiries.map(({ reference }) => reference).join(', ')

/** Whether an admin should see the form before the enquiry becomes a lead. */
function needsLook(enquiry: Enquiry): boolean {
  return (
    enquiry.suspected ||
    enquiry.duplicateOf !== null ||
    enquiry.leadType === null ||
    qualityHints(enquiry).some(({ good, isContact }) => isContact && !good) ||
    Object.keys(leadFormErrors(leadValuesOf(enquiry), 'conversion')).length > 0
  )
}
