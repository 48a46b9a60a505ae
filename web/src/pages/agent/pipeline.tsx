import { ActionIcon } from '@mantine/core'
import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import type { PurchaseEntry } from '@raahi/contract/purchases'
import { type Icon, IconKeyboard, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAgentRole } from '../../features/account/public/use-agent-role.ts'
import { LeadsOf } from '../../features/members/public/leads-of.tsx'
import { dueSearch, dueSummary } from '../../features/pipeline/due-summary.ts'
import { followUpsQuery } from '../../features/pipeline/public/pipeline.api.ts'
import { pipelineFilters } from '../../features/pipeline/public/pipeline-filters.ts'
import { useRememberedView } from '../../features/pipeline/use-remembered-view.ts'
import { useOpenLead } from '../../features/purchases/use-open-lead.tsx'
import { useRequestDialog } from '../../features/replacements/use-request-dialog.tsx'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import classes from './pipeline.module.css'

function ViewFailed() {
  return (
    <ErrorState
      text="This view could not be loaded. Check your connection, or reload the page."
      onRetry={() => window.location.reload()}
    />
  )
}

const Board = lazyWithFallback(
  () => import('../../features/pipeline/pipeline-board.tsx'),
  ViewFailed,
)
const List = lazyWithFallback(() => import('../../features/pipeline/pipeline-list.tsx'), ViewFailed)
const Results = lazyWithFallback(
  () => import('../../features/pipeline/pipeline-results.tsx'),
  ViewFailed,
)
const SettingsDialog = lazyWithFallback(() => import('../../features/pipeline/settings-dialog.tsx'))
/** The board and the list have cards, not purchases. */
const noPurchases: readonly PurchaseEntry[] = []

const views = [
  { value: 'board', text: 'Board' },
  { value: 'list', text: 'List' },
  { value: 'results', text: 'Results' },
] as const

const viewsOfCaller = views.slice(0, 2)

/** The pipeline of bought leads: a board, a list, and the results. */
export default function PipelinePage() {
  const list = useListFilters(pipelineFilters)
  const [view, chooseView] = useRememberedView(list)
  const top = useRef<HTMLDivElement>(null)
  const request = useRequestDialog(() => top.current?.focus())
  const { open, note, drawer } = useOpenLead(list, {
    shown: noPurchases,
    onRequestReplacement: request.open,
  })
  const isCaller = useAgentRole() === 'caller'
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [settings, setSettings] = useState({ wanted: false, opened: false })
  return (
    <>
      <div className={classes.head} ref={top} tabIndex={-1}>
        <PageHeader title="Pipeline" back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
      </div>
      <div className={classes.bar}>
        <ToggleGroup
          label="View"
          options={isCaller ? viewsOfCaller : views}
          value={view}
          onChange={chooseView}
        />
        {view !== 'results' && (
          <LeadsOf
            value={list.filters.assignee}
            onChange={(assignee) => list.change({ assignee })}
          />
        )}
        <span className={classes.tools}>
          {view === 'board' && (
            <ToolButton
              className={classes.keys}
              label="Keyboard shortcuts"
              icon={IconKeyboard}
              onClick={() => setHelpOpen(true)}
            />
          )}
          {!isCaller && (
            <ToolButton
              label="Messages and reminders"
              icon={IconSettings}
              onClick={() => setSettings({ wanted: true, opened: true })}
            />
          )}
        </span>
        <DueLine assignee={list.filters.assignee} />
      </div>
      {note}
      <Suspense fallback={<SkeletonList label="Loading your pipeline..." layout="cards" />}>
        {view === 'board' && (
          <Board
            assignee={list.filters.assignee}
            onOpen={open}
            isHelpOpen={isHelpOpen}
            onHelp={setHelpOpen}
          />
        )}
        {view === 'list' && <List list={list} onOpen={open} />}
        {view === 'results' && !isCaller && <Results list={list} />}
      </Suspense>
      {drawer}
      {request.dialog}
      {settings.wanted && (
        <Suspense>
          <SettingsDialog
            opened={settings.opened}
            onClose={() => setSettings({ wanted: true, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}

interface ToolButtonProps {
  className?: string | undefined
  label: string
  icon: Icon
  onClick: () => void
}

function ToolButton({ className, label, icon: ToolIcon, onClick }: ToolButtonProps) {
  return (
    <ActionIcon
      className={className}
      variant="subtle"
      color="ink"
      size={40}
      aria-label={label}
      onClick={onClick}
    >
      <ToolIcon size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

function DueLine({ assignee }: { assignee: AssigneeFilter | undefined }) {
  const { data } = useQuery(followUpsQuery(assignee))
  if (!data) return <span className={classes.due}>{'\u00a0'}</span>
  return data.dueToday + data.overdue > 0 ? (
    <Link to={dueSearch(assignee)} className={classes.due}>
      Follow-ups: {dueSummary(data)}
    </Link>
  ) : (
    <span className={classes.due}>{dueSummary(data)}</span>
  )
}
