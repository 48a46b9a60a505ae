import type { PipelineMove } from '@raahi/contract/pipeline'
import { DateTime } from '../../ui/date-time.tsx'
import { OtherPerson } from '../account/public/other-person.tsx'
import { lastingMoves, moveText } from './card-texts.ts'
import classes from './public/card-details.module.css'

/** The stages that a lead has had, the latest first. */
export function MoveHistory({ moves }: { moves: readonly PipelineMove[] }) {
  const lasting = lastingMoves(moves)
  if (lasting.length === 0)
    return <p className={classes.quiet}>This lead has not been moved yet.</p>
  return (
    <ul className={classes.list} aria-label="Stages">
      {lasting.map((move) => (
        <li key={move._id} className={classes.line}>
          <span>{moveText(move)}</span>
          <span className={classes.quiet}>
            <DateTime value={move.at} />
            <OtherPerson {...move} />
          </span>
        </li>
      ))}
    </ul>
  )
}
