import type { Lead } from '@raahi/contract/leads'
import { useMemo } from 'react'
import { notifySuccess } from '../../../ui/toast.ts'
import { LeadFormModal } from '../public/lead-form-modal.tsx'
import { emptyLeadForm, leadFormValues } from '../public/lead-form-values.ts'
import { useSaveLead } from './admin-leads.api.ts'

type LeadFormDialogProps = {
  /** The lead to edit; null for a new one. */
  lead: Lead | null
  opened: boolean
  onClose: () => void
}

/** The form for a new lead and for editing a lead. Loaded when it is first opened. */
export default function LeadFormDialog({ lead, opened, onClose }: LeadFormDialogProps) {
  const { mutate, ...state } = useSaveLead()
  const start = useMemo(() => (lead ? leadFormValues(lead) : emptyLeadForm), [lead])
  return (
    <LeadFormModal
      opened={opened}
      onClose={onClose}
      title={lead ? 'Edit Travel Lead' : 'Add New Travel Lead'}
      submitLabel={lead ? 'Update Lead' : 'Save Lead'}
      start={start}
      isNew={lead === null}
      kind={lead && isIncomplete(lead) ? 'of-enquiry' : 'entered'}
      saving={{
        ...state,
        save: (body, callbacks) => mutate({ id: lead?._id ?? null, body }, callbacks),
      }}
      onSaved={() => {
        notifySuccess(lead ? 'Lead updated successfully!' : 'Lead saved successfully!')
        onClose()
      }}
    />
  )
}

/**
 * Whether required fields are empty. This is possible only for a lead from an enquiry, which may be saved without
 * them.
 */
function isIncomplete({ email, city, destination }: Lead): boolean {
  return email === null || city === null || destination === null
}
