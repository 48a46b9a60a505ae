import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { ContactLog } from '../contact-log.tsx'
import { FollowUpPart } from '../follow-up-part.tsx'
import { LeadNotes } from '../lead-notes.tsx'
import { MoveHistory } from '../move-history.tsx'
import classes from './card-details.module.css'
import { cardQuery } from './pipeline.api.ts'

/** The agent's work on a bought lead, in its drawer: next follow-up, notes, contact log and stages. */
export function CardDetails({ leadId }: { leadId: string }) {
  const id = useId()
  const { data, error, refetch, isFetching } = useQuery(cardQuery(leadId))
  if (!data) {
    return (
      <div className={classes.part}>
        {error ? (
          <ErrorState
            text={errorWithReason(error, 'Notes and follow-up could not be loaded.')}
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        ) : (
          // As high as the four parts, so that the content below does not move.
          <SkeletonList label="Loading notes..." layout="rows" count={8} />
        )}
      </div>
    )
  }
  const { card, notes, contacts, moves } = data
  return (
    <>
      <section aria-labelledby={`${id}-follow-up`} className={classes.part}>
        <h3 id={`${id}-follow-up`} className={classes.heading}>
          Follow-up
        </h3>
        <FollowUpPart key={leadId} card={card} />
      </section>
      <section aria-labelledby={`${id}-notes`} className={classes.part}>
        <h3 id={`${id}-notes`} className={classes.heading}>
          Notes
        </h3>
        <LeadNotes card={card} notes={notes} />
      </section>
      <section aria-labelledby={`${id}-log`} className={classes.part}>
        <h3 id={`${id}-log`} className={classes.heading}>
          Contact log
        </h3>
        <ContactLog contacts={contacts} />
      </section>
      <section aria-labelledby={`${id}-stages`} className={classes.part}>
        <h3 id={`${id}-stages`} className={classes.heading}>
          Stages
        </h3>
        <MoveHistory moves={moves} />
      </section>
    </>
  )
}
