import type { Enquiry } from '@raahi/contract/enquiries'
import { Link } from 'react-router'
import { formatDate, formatDateTime } from '../../../lib/dates.ts'
import { enquiryAddress, leadAddress } from '../../lead-facts/public/lead-address.ts'
import { matchLabels } from '../../lead-facts/public/lead-labels.ts'
import { duplicateStatusLabel } from '../enquiry-labels.ts'
import { CompareTable } from './compare-table.tsx'
import type { OfEnquiry } from './enquiry-parts.tsx'

type Duplicate = NonNullable<Enquiry['duplicateOf']>

/** The earlier enquiry or lead with the same contact beside this enquiry. Renders nothing without one. */
export function DuplicatePart({ enquiry }: OfEnquiry) {
  const { duplicateOf, reference } = enquiry
  if (!duplicateOf) return null
  const id = `duplicate-${enquiry._id}`
  const row = (label: string, of: (one: Enquiry | Duplicate) => string | null) => ({
    label,
    values: [of(duplicateOf), of(enquiry)] as const,
  })
  return (
    <section aria-labelledby={id}>
      <CompareTable
        titleId={id}
        title={duplicateOf.matched ? `Same ${matchLabels[duplicateOf.matched]}` : 'Same contact'}
        headings={[duplicateOf.reference, reference]}
        rows={[
          row('Received', ({ createdAt }) => formatDateTime(createdAt)),
          row('Name', ({ name }) => name),
          row('City', ({ city }) => city),
          row('Destination', ({ destination }) => destination),
          row('Travel date', ({ travelDate }) => formatDate(travelDate) || null),
          row('State', duplicateStatusLabel),
        ]}
      >
        <DuplicateLink {...duplicateOf} />
      </CompareTable>
    </section>
  )
}

function DuplicateLink({ kind, reference, name, deleted }: Duplicate) {
  if (deleted) return <>{reference} has left every list.</>
  const to = kind === 'lead' ? leadAddress({ name }) : enquiryAddress(reference)
  return <Link to={to}>Open {reference}</Link>
}
