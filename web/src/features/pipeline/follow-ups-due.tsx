import { Anchor } from '@mantine/core'
import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import { destinationOpen } from '@raahi/contract/lead-texts'
import type { PipelineCard } from '@raahi/contract/pipeline'
import { IconCalendarEvent, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import marks from './board-card.module.css'
import { dueSearch, dueSummary } from './due-summary.ts'
import { followUpText } from './follow-up-text.ts'
import classes from './follow-ups-due.module.css'
import { useTapRecords } from './public/contact-taps.ts'
import { followUpsQuery } from './public/pipeline.api.ts'
import contact from './public/quick-contact.module.css'

/** The number of cards on the agent's home. The pipeline lists all. */
const shownCards = 5

/** The follow-ups that are due today or overdue. @param assignee only of the leads of this member, or of none */
export default function FollowUpsDue({ assignee }: { assignee?: AssigneeFilter | undefined }) {
  useTapRecords()
  const { data, error, refetch, isFetching } = useQuery(followUpsQuery(assignee))
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  const failure = error && errorWithReason(error, 'Your follow-ups could not be loaded.')
  const ofAssignee = assignee ? `assignee=${assignee}` : ''
  const due = data ? data.dueToday + data.overdue : 0
  return (
    <Panel
      title="Follow-ups due"
      aside={
        <Anchor
          component={Link}
          to={
            due > 0
              ? `/dashboard/pipeline${dueSearch(assignee)}`
              : `/dashboard/pipeline${ofAssignee && `?${ofAssignee}`}`
          }
          underline="always"
          inherit
        >
          {data && due > shownCards ? `All ${formatCount(due)}` : 'Pipeline'}
        </Anchor>
      }
    >
      {data && failure && <RefreshFailed text={failure} {...retry} />}
      {!data ? (
        failure ? (
          <ErrorState text={failure} {...retry} />
        ) : (
          <SkeletonList label="Loading follow-ups..." layout="rows" count={1} />
        )
      ) : due === 0 ? (
        <p className={classes.none}>{dueSummary(data)}</p>
      ) : (
        <ul className={classes.list} aria-label="Follow-ups due">
          {data.cards.slice(0, shownCards).map((card) => (
            <DueCard key={card.leadId} card={card} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DueCard({ card }: { card: PipelineCard }) {
  const nowMs = useMinute()
  const due = card.followUp && followUpText(card.followUp, nowMs)
  return (
    <li data-lead={card.leadId} data-lead-name={card.name}>
      <span className={classes.words}>
        <Link to={`/dashboard/pipeline?lead=${card.leadNumber}`} className={classes.title}>
          {card.destination ?? destinationOpen}, <bdi>{card.name}</bdi>
        </Link>
        {due && (
          <span>
            <span className={marks.mark} data-tone={due.tone}>
              <IconCalendarEvent size={15} aria-hidden />
              {due.text}
            </span>
          </span>
        )}
      </span>
      {card.phone && (
        <a href={`tel:${card.phone}`} className={contact.action} aria-label={`Call ${card.name}`}>
          <IconPhone size={16} stroke={1.75} aria-hidden />
          Call
        </a>
      )}
    </li>
  )
}
