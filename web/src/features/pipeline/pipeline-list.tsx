import { Button } from '@mantine/core'
import { destinationOpen } from '@raahi/contract/lead-texts'
import {
  cardsPerColumn,
  type FollowUpFilter,
  followUpFilters,
  type PipelineCard,
  type PipelineSort,
  pipelineSorts,
} from '@raahi/contract/pipeline'
import { columnLabels, type PipelineStage, pipelineColumns } from '@raahi/contract/pipeline-labels'
import { IconCalendarEvent, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { tripDates, yearInIndia } from '../lead-facts/public/lead-row-texts.ts'
import { AssignButton } from '../members/public/assign-menu.tsx'
import marks from './board-card.module.css'
import { withMove } from './board-state.ts'
import { CallLink } from './call-link.tsx'
import { followUpText } from './follow-up-text.ts'
import { MoveMenu } from './move-menu.tsx'
import { NoCards } from './no-cards.tsx'
import classes from './pipeline-list.module.css'
import { lastContactText } from './public/last-contact-text.ts'
import { cardPageQuery, fetchPipelineFile } from './public/pipeline.api.ts'
import type { pipelineFilters } from './public/pipeline-filters.ts'
import { StageMark } from './public/stage-mark.tsx'
import { QuoteMark } from './quote-mark.tsx'
import { useMoveDialogs } from './use-move-dialogs.tsx'
import { useMoves } from './use-moves.ts'

const followUpLabels: Record<FollowUpFilter, string> = {
  due: 'Due (today or overdue)',
  today: 'Today',
  overdue: 'Overdue',
  upcoming: 'Later',
  none: 'No follow-up',
}
const sortLabels: Record<PipelineSort, string> = {
  '-boughtAt': 'Newest first',
  boughtAt: 'Oldest first',
  followUp: 'Next follow-up',
  '-stageSince': 'Latest move',
  stageSince: 'Longest in stage',
}
const stageOptions = filterOptions('All Stages', pipelineColumns, columnLabels)
const followUpOptions = filterOptions('All', followUpFilters, followUpLabels)
const sortOptions = pipelineSorts.map((value) => ({ value, label: sortLabels[value] }))

interface PipelineListProps {
  list: ListFilters<typeof pipelineFilters>
  onOpen: (leadNumber: string) => void
}

/** The pipeline as a list with filters, an order and an export. */
export default function PipelineList({ list, onOpen }: PipelineListProps) {
  const query = useQuery(cardPageQuery(list.filters))
  const moves = useMoves()
  const { start, dialogs } = useMoveDialogs(moves)
  const nowMs = useMinute()
  const isCaller = useAgentRole() === 'caller'
  const { data } = query
  return (
    <>
      <SearchPanel
        activeCount={list.count}
        onClear={list.clear}
        actions={
          !isCaller && (
            <>
              <AssignButton
                leadIds={data?.docs.map(({ leadId }) => leadId) ?? []}
                label="Assign these"
              />
              <ExportButton
                name="pipeline"
                fetchFile={(format) => fetchPipelineFile(list.filters, format)}
                empty={!data?.totalDocs}
              />
            </>
          )
        }
      >
        <TextFilter
          label="Search"
          placeholder="Name, contact, place or number"
          {...list.textField('search')}
        />
        <ChoiceFilter label="Stage" options={stageOptions} {...list.choiceField('stage')} />
        <ChoiceFilter
          label="Follow-up"
          options={followUpOptions}
          {...list.choiceField('followUp')}
        />
        <TextFilter label="Destination" placeholder="Goa" {...list.textField('destination')} />
        <DateRangeFilter
          onPeriod={({ from, to }) => list.change({ startDate: from, endDate: to })}
          from={list.dateField('startDate')}
          to={list.dateField('endDate')}
          fromLabel="Bought from"
          toLabel="Bought to"
        />
        <ChoiceFilter label="Order" options={sortOptions} {...list.choiceField('sort')} />
      </SearchPanel>
      {data && (
        <h2 className={classes.title}>
          <span role="status">{formatUnits(data.totalDocs, 'lead')}</span>
        </h2>
      )}
      <PagedList
        query={query}
        items={data?.docs}
        total={data?.totalDocs}
        page={list.filters.page}
        pageSize={cardsPerColumn}
        onPageChange={list.goToPage}
        loading={{ label: 'Loading your pipeline...', layout: 'rows' }}
        failed={(failure) => errorWithReason(failure, 'Your pipeline could not be loaded.')}
        empty={list.count > 0 ? <NothingFound onClear={list.clear} /> : <NoCards />}
      >
        {(cards) => (
          <ul className={classes.rows} aria-label="Pipeline">
            {cards.map((card) => (
              <Row
                key={card.leadId}
                card={withMove(card, moves.moves)}
                {...{ nowMs, onOpen }}
                onMove={start}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {dialogs}
    </>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text="None of your leads match these filters."
      action={
        <Button variant="default" onClick={onClear}>
          Show all leads
        </Button>
      }
    />
  )
}

interface RowProps {
  card: PipelineCard
  nowMs: number
  onOpen: (leadNumber: string) => void
  onMove: (card: PipelineCard, stage: PipelineStage) => void
}

function Row({ card, nowMs, onOpen, onMove }: RowProps) {
  const due = card.followUp && followUpText(card.followUp, nowMs)
  return (
    <li className={classes.row} data-lead={card.leadId} data-lead-name={card.name}>
      <div className={classes.who}>
        <h3 className={classes.name}>
          <Link
            to={`?view=list&lead=${card.leadNumber}`}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              onOpen(card.leadNumber)
            }}
          >
            <bdi>{card.name}</bdi>
          </Link>
        </h3>
        <span className={`${classes.quiet} ${classes.number}`}>{card.leadNumber}</span>
      </div>
      <div className={classes.trip}>
        {card.destination ?? destinationOpen} ·{' '}
        <span className={`${classes.quiet} ${classes.dates}`}>
          {tripDates(card, yearInIndia(nowMs))}
        </span>
      </div>
      <div className={classes.stage}>
        <StageMark column={card.column} />
      </div>
      <div className={`${classes.contact} ${classes.quiet}`}>
        {card.contactStopped
          ? 'Contact stopped'
          : (lastContactText(card, nowMs) ?? 'No contact yet')}
      </div>
      <div className={classes.marks}>
        {card.assignee && (
          <span className={marks.mark}>
            <IconUser size={15} aria-hidden />
            <bdi>{card.assignee.name}</bdi>
          </span>
        )}
        <QuoteMark quote={card.quote} />
        {card.followUp && due && (
          <span className={marks.mark} data-tone={due.tone}>
            <IconCalendarEvent size={15} aria-hidden />
            {due.text}
          </span>
        )}
      </div>
      <div className={classes.menu}>
        {card.column !== 'returned' && (
          <MoveMenu card={card} onMove={(stage) => onMove(card, stage)} />
        )}
      </div>
      <div className={classes.call}>
        <CallLink card={card} />
      </div>
    </li>
  )
}
