import { Anchor, Button } from '@mantine/core'
import { IconCrown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '../../../lib/api-error.ts'
import { Panel } from '../../../ui/panel.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { useAccount } from '../../users/use-account.ts'
import { subscriptionsQuery } from '../subscriptions.api.ts'
import { ActivePlanCards } from './active-plans.tsx'
import classes from './plan-status.module.css'

const loadDialog = () => import('./get-plan-dialog.tsx')
const GetPlanDialog = lazy(loadDialog)

/** The agent's own plans. Until they are there, the account tells whether one is active, and which is used first. */
function usePlanStatus() {
  const { user } = useAccount()
  const query = useQuery({ ...subscriptionsQuery(user._id), refetchOnWindowFocus: true })
  const active = query.data?.filter(({ status }) => status)
  return { user, query, active, isActive: active ? active.length > 0 : user.plan !== null }
}

/** One figure: whether a plan is active, else the way to one. */
export function PlanStat() {
  const { active, isActive } = usePlanStatus()
  const several = active && active.length > 1
  return (
    <StatCard
      label="Plan"
      icon={IconCrown}
      value={isActive ? 'Premium Active' : 'No plan'}
      hint={isActive ? several && `${active.length} plans` : <GetPlan />}
    />
  )
}

/** Every active plan with its days and leads left, the one that is used first before the others. */
export function PlanPanel() {
  const { user, query, active, isActive } = usePlanStatus()
  if (!isActive) return null
  const { error, isFetching, refetch } = query
  return (
    <div className={classes.panel}>
      <Panel
        title="Premium Active"
        aside={
          <Anchor component={Link} to="/dashboard/plans" underline="always" inherit>
            Plans
          </Anchor>
        }
      >
        {error && (
          <RefreshFailed
            text={errorMessage(error, 'Your plans could not be loaded.')}
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        )}
        {active && <ActivePlanCards subscriptions={active} />}
        {!active && error && (
          <p className={classes.unknown}>
            <bdi>{user.plan?.planName}</bdi>: days left N/A
          </p>
        )}
        {!active && !error && (
          <SkeletonList label="Loading your plans..." layout="rows" count={1} />
        )}
      </Panel>
    </div>
  )
}

function GetPlan() {
  const [dialog, setDialog] = useState({ wanted: false, opened: false })
  const open = async () => {
    try {
      await loadDialog()
      setDialog({ wanted: true, opened: true })
    } catch {
      notifyError('The plans could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <span className={classes.way}>
      <Button size="compact-sm" onClick={open}>
        Get Plan
      </Button>
      {dialog.wanted && (
        <Suspense>
          <GetPlanDialog
            opened={dialog.opened}
            onClose={() => setDialog({ wanted: true, opened: false })}
          />
        </Suspense>
      )}
    </span>
  )
}
