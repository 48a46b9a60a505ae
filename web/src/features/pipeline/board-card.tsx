import { destinationOpen } from '@raahi/contract/lead-texts'
import type { PipelineCard } from '@raahi/contract/pipeline'
import { lostReasons, type PipelineStage } from '@raahi/contract/pipeline-labels'
import {
  IconCalendarEvent,
  IconHandStop,
  IconReplace,
  IconTrophy,
  IconUser,
} from '@tabler/icons-react'
import { memo, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { Money } from '../../ui/money.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { tripDates, yearInIndia } from '../lead-facts/public/lead-row-texts.ts'
import classes from './board-card.module.css'
import { useDraggableCard } from './board-drag.ts'
import { CallLink } from './call-link.tsx'
import { shortAge } from './card-texts.ts'
import { followUpText } from './follow-up-text.ts'
import { MoveMenu } from './move-menu.tsx'
import { lastContactText } from './public/last-contact-text.ts'
import { QuoteMark } from './quote-mark.tsx'

interface BoardCardProps {
  card: PipelineCard
  nowMs: number
  /** Opens the lead with this number. Like `onMove`, the same function on every render. */
  onOpen: (leadNumber: string) => void
  onMove: (leadId: string, stage: PipelineStage) => void
}

/** A bought lead on the board: traveller, destination, follow-up, and the menu that moves it. */
export const BoardCard = memo(function BoardCard({ card, nowMs, onOpen, onMove }: BoardCardProps) {
  const item = useRef<HTMLLIElement>(null)
  const isDragged = useDraggableCard(item, card.leadId)
  const contact = lastContactText(card, nowMs)
  return (
    <li
      ref={item}
      className={classes.card}
      data-card={card.leadId}
      data-lead={card.leadId}
      data-lead-name={card.name}
      data-dragged={isDragged || undefined}
    >
      <h3 className={classes.name}>
        <Link
          to={`?lead=${card.leadNumber}`}
          className={classes.open}
          data-open
          draggable={false}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            onOpen(card.leadNumber)
          }}
        >
          <bdi>{card.name}</bdi>
        </Link>
      </h3>
      <p className={classes.trip}>
        {card.destination ?? destinationOpen} · <span>{tripDates(card, yearInIndia(nowMs))}</span>
      </p>
      <p className={classes.facts}>
        <PaidFact card={card} />
        <time
          dateTime={card.stageSince}
          title={`In this stage since ${formatDateTime(card.stageSince)}`}
        >
          {shortAge(card.stageSince, nowMs)}
        </time>
      </p>
      {contact && <p className={classes.facts}>{contact}</p>}
      <CardMarks card={card} nowMs={nowMs} />
      <MoveMenu
        card={card}
        className={classes.more}
        onMove={(stage) => onMove(card.leadId, stage)}
      />
      <div className={classes.call}>
        <CallLink card={card} />
      </div>
    </li>
  )
})

/** What the lead cost, which callers do not learn. */
function PaidFact({ card }: Pick<BoardCardProps, 'card'>) {
  if (useAgentRole() === 'caller') return null
  return <>{card.paidWith === 'plan' ? 'Plan lead' : <Money rupees={card.cost} />} · </>
}

function CardMarks({ card, nowMs }: Pick<BoardCardProps, 'card' | 'nowMs'>) {
  const due = card.followUp ? followUpText(card.followUp, nowMs) : null
  return (
    <div className={classes.marks}>
      {card.contactStopped && (
        <Mark icon={<IconHandStop size={15} aria-hidden />} tone="danger">
          Contact stopped
        </Mark>
      )}
      {card.replacementStatus === 'pending' && (
        <Mark icon={<IconReplace size={15} aria-hidden />} tone="warning">
          Replacement<span className={hidden.hidden}> requested</span>
        </Mark>
      )}
      {card.stage === 'won' && card.wonAmount !== null && (
        <Mark icon={<IconTrophy size={15} aria-hidden />} tone="success">
          <Money rupees={card.wonAmount} />
        </Mark>
      )}
      {card.assignee && (
        <Mark icon={<IconUser size={15} aria-hidden />}>
          <span className={hidden.hidden}>Assigned to </span>
          <bdi>{card.assignee.name}</bdi>
        </Mark>
      )}
      {card.stage === 'lost' && card.lostReason && <Mark>{lostReasons[card.lostReason]}</Mark>}
      <QuoteMark quote={card.quote} />
      {due && (
        <Mark icon={<IconCalendarEvent size={15} aria-hidden />} tone={due.tone}>
          {due.text}
        </Mark>
      )}
    </div>
  )
}

function Mark(props: { icon?: ReactNode; tone?: string; children: ReactNode }) {
  return (
    <span className={classes.mark} data-tone={props.tone}>
      {props.icon}
      {props.children}
    </span>
  )
}
