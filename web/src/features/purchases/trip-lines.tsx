import { cityNotGiven, destinationOpen } from '@raahi/contract/lead-texts'
import type { Lead } from '@raahi/contract/leads'
import { DateTime } from '../../ui/date-time.tsx'
import {
  formatOpenDates,
  formatTripKinds,
  totalTravellers,
  travellerSplit,
  tripLength,
} from '../lead-facts/public/format-lead.ts'
import classes from './trip-lines.module.css'

/** The trip of a bought lead in two lines: destination and dates, then city, kind of trip and travellers. */
export function TripLines({ lead }: { lead: Lead }) {
  const length = tripLength(lead)
  const total = totalTravellers(lead)
  return (
    <div className={classes.lines}>
      <p className={classes.trip}>
        <strong>{lead.destination ?? destinationOpen}</strong> ·{' '}
        {lead.travelDate ? <DateTime value={lead.travelDate} dateOnly /> : formatOpenDates(lead)}
        {length && <> · {length}</>}
      </p>
      <p>
        {lead.city ? (
          <>
            from <bdi>{lead.city}</bdi>
          </>
        ) : (
          cityNotGiven
        )}{' '}
        · {formatTripKinds(lead)}
        {total > 0 && (
          <>
            {' '}
            · {total} ({travellerSplit(lead)})
          </>
        )}
      </p>
    </div>
  )
}
