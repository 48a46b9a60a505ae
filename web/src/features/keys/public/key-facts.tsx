import type { ApiKey } from '@raahi/contract/keys'
import { DateTime } from '../../../ui/date-time.tsx'
import classes from './key-facts.module.css'

/** The last use of a key and its end. */
export function KeyFacts({ apiKey: { endsOn, lastUsedAt, lastUsedFrom } }: { apiKey: ApiKey }) {
  return (
    <span className={classes.facts}>
      {lastUsedAt ? (
        <span>
          Last used <DateTime value={lastUsedAt} /> from {lastUsedFrom}
        </span>
      ) : (
        'Never used'
      )}
      {endsOn && (
        <span>
          Last day <DateTime value={endsOn} dateOnly />
        </span>
      )}
    </span>
  )
}
