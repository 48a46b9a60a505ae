import { Anchor, Button } from '@mantine/core'
import type { AutomaticBuyingRule } from '@raahi/contract/automatic-buying'
import { automaticBuyingDelaySeconds } from '@raahi/contract/automatic-buying-delay'
import type { SavedSearch } from '@raahi/contract/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { savedSearchesQuery } from '../saved-searches/public/saved-searches.api.ts'
import { automaticBuyingQuery, usePauseRule } from './automatic-buying.api.ts'
import classes from './automatic-buying.module.css'
import type { RuleTarget } from './rule-dialog.tsx'
import { describeState } from './rule-labels.ts'

const RuleDialog = lazy(() => import('./rule-dialog.tsx'))
const SkippedLeadsDialog = lazy(() => import('./skipped-leads-dialog.tsx'))

/** The rule of each saved search, with what it bought today against its limits. */
export function AutomaticBuyingPanel() {
  const searches = useQuery(savedSearchesQuery)
  const rules = useQuery(automaticBuyingQuery)
  const editing = useDialogTarget<RuleTarget>()
  const listing = useDialogTarget<SavedSearch>()
  const failed = [searches, rules].find(({ isError }) => isError)
  const isLoaded = searches.data !== undefined && rules.data !== undefined
  const failure = failed && errorWithReason(failed.error, 'Automatic buying could not be loaded.')
  const retry = () => {
    void searches.refetch()
    void rules.refetch()
  }
  return (
    <div className={classes.panel}>
      <Panel title="Automatic buying">
        <p className={classes.note}>
          We buy new leads that match a saved search for you, within limits that you set. It is off
          until you switch it on.
        </p>
        {failure && !isLoaded && (
          <ErrorState text={failure} onRetry={retry} retrying={failed.isFetching} />
        )}
        {failure && isLoaded && (
          <RefreshFailed text={failure} onRetry={retry} retrying={failed.isFetching} />
        )}
        {!failure && !isLoaded && (
          <SkeletonList label="Loading automatic buying..." layout="rows" count={2} />
        )}
        {searches.data && rules.data && (
          <RuleList
            searches={searches.data}
            rules={rules.data}
            onEdit={editing.open}
            onListSkipped={listing.open}
          />
        )}
        <Fairness />
        {editing.target && (
          <Suspense>
            <RuleDialog target={editing.target} opened={editing.opened} onClose={editing.close} />
          </Suspense>
        )}
        {listing.target && (
          <Suspense>
            <SkippedLeadsDialog
              search={listing.target}
              opened={listing.opened}
              onClose={listing.close}
            />
          </Suspense>
        )}
      </Panel>
    </div>
  )
}

interface Actions {
  onEdit: (target: RuleTarget) => void
  /** Shows the leads that were not bought. */
  onListSkipped: (search: SavedSearch) => void
}

function RuleList({
  searches,
  rules,
  ...actions
}: {
  searches: readonly SavedSearch[]
  rules: readonly AutomaticBuyingRule[]
} & Actions) {
  if (searches.length === 0)
    return <p className={classes.empty}>Save a search first. Then you can set it up here.</p>
  return (
    <ul className={classes.list} aria-label="Automatic buying of each search">
      {searches.map((search) => {
        const rule = rules.find(({ searchId }) => searchId === search._id)
        return <RuleItem key={search._id} search={search} rule={rule} {...actions} />
      })}
    </ul>
  )
}

function RuleItem({
  search,
  rule,
  onEdit,
  onListSkipped,
}: {
  search: SavedSearch
  rule: AutomaticBuyingRule | undefined
} & Actions) {
  const pause = usePauseRule()
  const isOwner = useAgentRole() === 'owner'
  const state = rule && describeState(rule)
  const nameId = `rule-${search._id}`
  const canPause = rule && ['on', 'search-paused'].includes(rule.state)
  const stop = () =>
    pause.mutate(search._id, {
      onSuccess: () => notifySuccess('Automatic buying is paused.'),
      onError: (error) => notifyError(errorMessage(error, 'It could not be paused. Try again.')),
    })
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3 id={nameId} className={classes.name}>
          <bdi>{search.name}</bdi>
        </h3>
        <StatusBadge tone={state?.tone ?? 'neutral'}>{state?.label ?? 'Off'}</StatusBadge>
      </div>
      {state?.reason && <p className={classes.reason}>{state.reason}</p>}
      {rule && <RuleFigures rule={rule} />}
      {rule && (
        <p className={classes.skipped}>
          <Anchor
            component="button"
            type="button"
            underline="always"
            inherit
            aria-describedby={nameId}
            onClick={() => onListSkipped(search)}
          >
            Leads not bought
          </Anchor>
        </p>
      )}
      <div className={classes.actions} hidden={!isOwner}>
        {canPause && (
          <BusyButton
            variant="default"
            aria-describedby={nameId}
            busy={pause.isPending}
            onClick={stop}
          >
            Pause
          </BusyButton>
        )}
        <Button
          variant="default"
          aria-describedby={nameId}
          onClick={() => onEdit({ search, rule: rule ?? null })}
        >
          {!rule ? 'Set up' : rule.state === 'on' ? 'Change limits' : 'Switch on again'}
        </Button>
      </div>
    </li>
  )
}

function RuleFigures({ rule }: { rule: AutomaticBuyingRule }) {
  const { today, dailyAmount, dailyLeads, maxPrice, walletFloor, endsOn } = rule
  return (
    <>
      <div className={classes.meters}>
        <Meter label="Spent today" value={today.amount} limit={dailyAmount}>
          <Money rupees={today.amount} /> of <Money rupees={dailyAmount} />
        </Meter>
        <Meter label="Leads today" value={today.leads} limit={dailyLeads}>
          {today.leads} of {dailyLeads}
        </Meter>
      </div>
      <p className={classes.limits}>
        Up to <Money rupees={maxPrice} /> a lead
        {walletFloor > 0 && (
          <>
            {' '}
            · keeps <Money rupees={walletFloor} /> in your wallet
          </>
        )}{' '}
        · until <DateTime value={endsOn} dateOnly />
      </p>
    </>
  )
}

function Meter({
  label,
  value,
  limit,
  children,
}: {
  label: string
  value: number
  limit: number
  children: ReactNode
}) {
  const share = Math.min(1, value / limit)
  return (
    <div>
      <p className={classes.figure}>
        <span className={classes.label}>{label}</span> <span>{children}</span>
      </p>
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  )
}

/** The published rules that decide which agent gets a lead. */
function Fairness() {
  return (
    <details className={classes.fair}>
      <summary>Who gets a lead that several agents want</summary>
      <ul>
        <li>
          Agents who buy by hand come first: automatic buying starts {automaticBuyingDelaySeconds}{' '}
          seconds after a lead is put on sale.
        </li>
        <li>
          After that, it goes to the agent for whom automatic buying has not bought a lead for the
          longest time. If it has not bought any yet, the wait counts from when the agent switched
          it on, so a new account or search starts at the end.
        </li>
        <li>Several saved searches of one agent do not improve the agent’s position.</li>
        <li>An agent whose limits or wallet do not allow the purchase is skipped.</li>
      </ul>
    </details>
  )
}
