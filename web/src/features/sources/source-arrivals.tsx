import { Anchor } from '@mantine/core'
import type { ArrivalOutcome } from '@raahi/contract/sources'
import { Link } from 'react-router'
import { DateTime } from '../../ui/date-time.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx'
import { enquiryAddress } from '../lead-facts/public/lead-address.ts'
import { fieldLabel } from './source-labels.ts'
import type { SourceDetail } from './sources.api.ts'
import classes from './sources.module.css'

const outcomes: Record<ArrivalOutcome, { tone: StatusTone; label: string }> = {
  received: { tone: 'success', label: 'Received' },
  published: { tone: 'success', label: 'Published' },
  duplicate: { tone: 'warning', label: 'Duplicate' },
  suspected: { tone: 'notice', label: 'Suspected spam' },
  refused: { tone: 'danger', label: 'Refused' },
  test: { tone: 'neutral', label: 'Test' },
}

/** The reasons of refusals that have no wrong field. */
const reasons: Record<string, string> = {
  META_LEAD_GONE: 'Meta does not have this lead, or not for the token',
  META_LEAD_NOT_FETCHED: 'Meta did not give this lead within a day',
  SOURCE_LIMIT_REACHED: 'Over the limit of the day',
  SOURCE_PAUSED: 'The source is paused',
  VALIDATION_FAILED: 'Wrong fields',
}

type Arrival = SourceDetail['arrivals'][number]

/** The latest deliveries with what became of them, so that a set-up can be checked. */
export function SourceArrivals({ source: { arrivals } }: { source: SourceDetail }) {
  return (
    <Panel title="Last arrivals">
      {arrivals.length === 0 ? (
        <p className={classes.quiet}>
          Nothing has arrived yet. Each delivery appears here, with the reason if it is refused.
        </p>
      ) : (
        <ul className={classes.lines} aria-label="Last arrivals">
          {arrivals.map((arrival) => (
            <li key={arrival._id}>
              <span className={classes.kind}>
                <StatusBadge tone={outcomes[arrival.outcome].tone}>
                  {outcomes[arrival.outcome].label}
                </StatusBadge>
                <ArrivalText arrival={arrival} />
              </span>
              <span className={classes.quiet}>
                <DateTime value={arrival.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ArrivalText({ arrival: { reference, code, fields } }: { arrival: Arrival }) {
  if (reference) {
    return (
      <Anchor component={Link} to={enquiryAddress(reference)} inherit>
        {reference}
      </Anchor>
    )
  }
  if (!code) return null
  const reason = reasons[code] ?? code
  return (
    <span>{fields.length > 0 ? `${reason}: ${fields.map(fieldLabel).join(', ')}` : reason}</span>
  )
}
