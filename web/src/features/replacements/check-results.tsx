import {
  formatReturnCheck,
  formatTravellerReply,
  type ReturnCheck,
  type TravellerReply,
} from '@raahi/contract/return-checks'
import { IconCircleCheck, IconMessageQuestion, IconMinus } from '@tabler/icons-react'
import { WholeDates } from '../../ui/whole-dates.tsx'
import classes from './check-results.module.css'

interface CheckResultsProps {
  checks: readonly ReturnCheck[]
  traveller: TravellerReply | null
  reader: 'agent' | 'admin'
}

/**
 * The result of each automatic check and the answer of the traveller, as sentences. Renders nothing for a request
 * without checks.
 */
export function CheckResults({ checks, traveller, reader }: CheckResultsProps) {
  if (checks.length === 0) return null
  return (
    <ul className={classes.results} aria-label="Automatic checks">
      {checks.map((result) => (
        <li key={result.check} className={classes.result} data-found={result.found !== null}>
          {result.found === null ? (
            <IconMinus size={18} aria-hidden />
          ) : (
            <IconCircleCheck size={18} aria-hidden />
          )}
          <span>
            <WholeDates text={formatReturnCheck(result, reader)} />
          </span>
        </li>
      ))}
      {traveller && (
        <li className={classes.result} data-found={traveller.answer !== null}>
          <IconMessageQuestion size={18} aria-hidden />
          <span>
            <WholeDates text={formatTravellerReply(traveller)} />
          </span>
        </li>
      )}
    </ul>
  )
}
