import { Alert } from '@mantine/core'
import type { Enquiry } from '@raahi/contract/enquiries'
import type { Lead } from '@raahi/contract/leads'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { isRefusal } from '../../../lib/api-error.ts'
import { LeadFormModal } from '../../leads/public/lead-form-modal.tsx'
import { emptyLeadForm } from '../../leads/public/lead-form-values.ts'
import { leadTypeHint, missingText } from '../enquiry-labels.ts'
import { useConvertEnquiry } from './admin-enquiries.api.ts'
import { DecidedMeanwhile } from './decided-meanwhile.tsx'
import { leadValuesOf } from './enquiry-lead-values.ts'

interface ConvertEnquiryDialogProps {
  /** The enquiry to convert; null before the first one was chosen. */
  enquiry: Enquiry | null
  opened: boolean
  onClose: () => void
  /** Whether another enquiry waits for a decision, which the form can open next. */
  hasNext: boolean
  /** @param forNext whether to open the next enquiry; otherwise the form is closed */
  onConverted: (enquiry: Enquiry, lead: Lead, forNext: boolean) => void
}

/** The lead form, filled in from the enquiry. Loaded when it is first opened. */
export default function ConvertEnquiryDialog({
  enquiry,
  opened,
  onClose,
  hasNext,
  onConverted,
}: ConvertEnquiryDialogProps) {
  const { mutate, ...state } = useConvertEnquiry()
  const start = useMemo(() => (enquiry ? leadValuesOf(enquiry) : emptyLeadForm), [enquiry])
  const decided = enquiry && isRefusal(state.error, 'ENQUIRY_ALREADY_DECIDED')
  const corrected = isRefusal(state.error, 'ENQUIRY_CORRECTED') && (
    <>
      The traveller has just corrected this enquiry. Nothing was changed. Close the form and open it
      again to see the new details.
    </>
  )
  return (
    <LeadFormModal
      opened={opened}
      onClose={onClose}
      title="Convert to lead"
      submitLabel="Create Lead"
      nextLabel={hasNext ? 'Create and open next' : undefined}
      start={start}
      isNew
      kind="conversion"
      leadTypeHint={enquiry ? (values) => leadTypeHint(enquiry, values) : undefined}
      note={enquiry && <Note enquiry={enquiry} />}
      saving={{
        ...state,
        save: (body, callbacks) => {
          if (enquiry) mutate({ enquiry, body }, callbacks)
        },
      }}
      refusal={decided ? <DecidedMeanwhile reference={enquiry.reference} /> : corrected}
      onSaved={(lead, forNext) => {
        if (!forNext) onClose()
        if (enquiry) onConverted(enquiry, lead, forNext)
      }}
    />
  )
}

function Note({ enquiry }: { enquiry: Enquiry }) {
  const missing = missingText(enquiry)
  return (
    <Alert role="note" color="ink" mt="md" mb="xs" icon={<IconInfoCircle size={20} aria-hidden />}>
      From enquiry {enquiry.reference}.{' '}
      {missing
        ? `The traveller left out: ${missing}. You can convert it without an email, a city or a destination.`
        : 'The traveller has filled in everything.'}
      {enquiry.duplicateOf && ` It may repeat ${enquiry.duplicateOf.reference}.`}
    </Alert>
  )
}
