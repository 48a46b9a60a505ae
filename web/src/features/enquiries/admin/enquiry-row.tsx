import { Checkbox } from '@mantine/core'
import type { Enquiry } from '@raahi/contract/enquiries'
import { IconCopyCheck, IconRobot } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { formatAge } from '../../../lib/ages.ts'
import { formatDate } from '../../../lib/dates.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { travellerSplit } from '../../lead-facts/public/format-lead.ts'
import { TripRoute } from '../../lead-facts/public/trip-route.tsx'
import { enquiryStatusLabels, qualityHints } from '../enquiry-labels.ts'
import classes from './enquiry-row.module.css'

interface EnquiryRowProps {
  enquiry: Enquiry
  /** Whether its detail is shown. */
  isOpen: boolean
  /** Beside a list whose detail has a separate place, the row that has the focus is open. */
  opensOnFocus: boolean
  isSelected: boolean
  onOpen: (reference: string) => void
  onSelect: (id: string) => void
  /** The detail, shown below the row on narrow screens. */
  children?: ReactNode
}

/** One enquiry in two lines: the traveller, the trip, the age and the most important sign. */
export const EnquiryRow = memo(function EnquiryRow({
  enquiry,
  isOpen,
  opensOnFocus,
  isSelected,
  onOpen,
  onSelect,
  children,
}: EnquiryRowProps) {
  const { _id, reference, name, createdAt, travelDate, travelMonth, status } = enquiry
  const when = (travelDate && formatDate(travelDate)) || travelMonth
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <div className={classes.row}>
        {status === 'new' && (
          <Checkbox
            className={classes.select}
            size="md"
            aria-label={`Select ${reference}`}
            checked={isSelected}
            onChange={() => onSelect(_id)}
          />
        )}
        <button
          type="button"
          className={classes.open}
          data-enquiry={reference}
          {...(opensOnFocus
            ? { 'aria-current': isOpen, onFocus: () => onOpen(reference) }
            : { 'aria-expanded': isOpen })}
          onClick={() => onOpen(reference)}
        >
          <span className={classes.line}>
            <bdi className={classes.name}>{name}</bdi>{' '}
            <span className={classes.reference}>{reference}</span>
          </span>
          <span className={classes.age}>{formatAge(createdAt, serverNow())}</span>
          <span className={`${classes.line} ${classes.quiet}`}>
            <TripRoute trip={enquiry} />
            {[when, travellerSplit(enquiry)].filter(Boolean).map((text) => ` · ${text}`)}
          </span>
          <span className={classes.sign}>
            <Sign enquiry={enquiry} />
          </span>
        </button>
      </div>
      {children}
    </li>
  )
})

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
