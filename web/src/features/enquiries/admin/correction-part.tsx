import { Button } from '@mantine/core'
import { putOnSale, type reviewedFields } from '@raahi/contract/enquiries'
import { formatPhone } from '@raahi/contract/formats'
import { Link } from 'react-router'
import { errorWithReason } from '../../../lib/api-error.ts'
import { useMay } from '../../../lib/session.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import item from '../../../ui/queue-item.module.css'
import { notifySuccess } from '../../../ui/toast.ts'
import { leadAddress } from '../../lead-facts/public/lead-address.ts'
import { usePutOnSale } from './admin-enquiries.api.ts'
import { CompareTable } from './compare-table.tsx'
import type { OfEnquiry } from './enquiry-parts.tsx'

const fieldLabels: Record<(typeof reviewedFields)[number], string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  city: 'City',
  destination: 'Destination',
}

/** The corrections that took the lead off sale, with the values before and after. Renders nothing without them. */
export function CorrectionPart({ enquiry }: OfEnquiry) {
  const release = usePutOnSale()
  const mayDecide = useMay('leads')
  const { lead, reference } = enquiry
  if (!lead || lead.corrections.length === 0) return null
  const id = `correction-${enquiry._id}`
  const shown = (field: string, value: string | null) =>
    field === 'phone' && value ? formatPhone(value) : value
  return (
    <section aria-labelledby={id}>
      <CompareTable
        titleId={id}
        title="Corrected by the traveller"
        headings={['Before', 'After']}
        rows={lead.corrections.map(({ field, before, after }) => ({
          label: fieldLabels[field],
          values: [shown(field, before), shown(field, after)],
        }))}
      >
        <p className={item.quiet}>
          {lead.leadId} is off sale until you have read this. No agent has seen the new details.
        </p>
      </CompareTable>
      {release.isError && (
        <p role="alert" className={item.quiet}>
          {errorWithReason(release.error, 'The lead could not be put on sale.')}
        </p>
      )}
      {mayDecide && (
        <div className={item.actions}>
          <Button component={Link} to={leadAddress(lead)} variant="default">
            Edit or delete {lead.leadId}
          </Button>
          <BusyButton
            busy={release.isPending}
            onClick={() =>
              release.mutate(enquiry, { onSuccess: () => notifySuccess(putOnSale.message) })
            }
            aria-label={`Put on sale: ${reference}`}
          >
            Put on sale
          </BusyButton>
        </div>
      )}
    </section>
  )
}
