import type { Enquiry } from '@raahi/contract/enquiries'
import { IconCopyCheck, IconRobot } from '@tabler/icons-react'
import { formatAge } from '../../../lib/ages.ts'
import { formatDate } from '../../../lib/dates.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import type { SplitRow } from '../../../ui/split-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { travellerSplit } from '../../lead-facts/public/format-lead.ts'
import { TripRoute } from '../../lead-facts/public/trip-route.tsx'
import { enquiryStatusLabels, qualityHints } from '../enquiry-labels.ts'

/** One enquiry in two lines: the traveller, the trip, the age and the most important sign. */
export function enquiryRow(enquiry: Enquiry): SplitRow {
  const { reference, name, createdAt, travelDate, travelMonth } = enquiry
  const when = (travelDate && formatDate(travelDate)) || travelMonth
  return {
    title: name,
    note: reference,
    age: formatAge(createdAt, serverNow()),
    text: (
      <>
        <TripRoute trip={enquiry} />
        {[when, travellerSplit(enquiry)].filter(Boolean).map((text) => ` · ${text}`)}
      </>
    ),
    sign: <Sign enquiry={enquiry} />,
  }
}

/** The sign that an admin should see before the enquiry is opened: its decision, or the strongest doubt. */
function Sign({ enquiry }: { enquiry: Enquiry }) {
  const { status, suspected, duplicateOf, quality } = enquiry
  if (status !== 'new') return <>{enquiryStatusLabels[status]}</>
  if (suspected) {
    return (
      <StatusBadge tone="notice" icon={IconRobot}>
        Suspected
      </StatusBadge>
    )
  }
  if (duplicateOf) {
    return (
      <StatusBadge tone="notice" icon={IconCopyCheck}>
        Duplicate
      </StatusBadge>
    )
  }
  if (qualityHints(enquiry).some(({ good, isContact }) => isContact && !good)) {
    return <StatusBadge tone="notice">Check contact</StatusBadge>
  }
  return <>{quality.complete ? 'Complete' : 'Incomplete'}</>
}
