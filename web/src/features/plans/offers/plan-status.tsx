import { Anchor, Button } from '@mantine/core'
import { formatPlanEnd } from '@raahi/contract/formats'
import { IconCrown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/counts.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { useAccount } from '../../account/public/use-account.ts'
import { useAgentRole } from '../../account/public/use-agent-role.ts'
import { daysText } from '../public/plan-labels.ts'
import { subscriptionsQuery } from '../public/subscriptions.api.ts'
import classes from './plan-status.module.css'

const loadDialog = () => import('./get-plan-dialog.tsx')
const GetPlanDialog = lazy(loadDialog)

/** The agent's plans. Until they are loaded, the account says whether a plan is active, and which one is used first. */
function usePlanStatus() {
  const { user } = useAccount()
  const query = useQuery({ ...subscriptionsQuery(user._id), refetchOnWindowFocus: true })
  const active = query.data?.filter(({ status }) => status)
  return { user, query, active, isActive: active ? active.length > 0 : user.plan !== null }
}

/** The leads left in the active plans, with each plan and its days left; without a plan, a button to get one. */
export function PlanStat({ getPlanVariant }: { getPlanVariant: 'default' | 'filled' }) {
  const { user, query, active, isActive } = usePlanStatus()
  const isOwner = useAgentRole() === 'owner'
  const failure = query.error && (
    <p role="alert" className={classes.failed}>
      Your plans could not be loaded.{' '}
      <BusyButton
        variant="default"
        size="compact-sm"
        onClick={() => query.refetch()}
        busy={query.isFetching}
      >
        {query.isFetching ? 'Retrying..' : 'Retry'}
      </BusyButton>
    </p>
  )
  if (!isActive) {
    return (
      <StatCard
        label="Plan"
        icon={IconCrown}
        value="No plan"
        hint={failure || (isOwner && <GetPlan variant={getPlanVariant} />)}
      />
    )
  }
  const left = active?.reduce((sum, { leadsLeft }) => sum + leadsLeft, 0)
  return (
    <StatCard
      label="Plan leads left"
      icon={IconCrown}
      value={left === undefined ? '—' : formatCount(left)}
      loading={!active && !query.error}
      hint={
        <>
          {failure}
          <span className={classes.active}>
            <strong>Premium Active</strong>
            {isOwner && (
              <>
                {' '}
                <Anchor component={Link} to="/dashboard/plans" underline="always" inherit>
                  Plans
                </Anchor>
              </>
            )}
          </span>
          <ul className={classes.plans} aria-label="Active plans">
            {active ? (
              active.map(({ _id, name, daysLeft, endDate, leadsLeft, numberOfLeads }) => (
                <li key={_id} className={classes.plan}>
                  <bdi className={classes.name} title={name}>
                    {name}
                  </bdi>
                  <span>
                    {formatCount(leadsLeft)} of {formatCount(numberOfLeads)}, {daysText(daysLeft)}{' '}
                    left, until{' '}
                    <span className="one-piece">{formatPlanEnd(endDate, daysLeft)}</span>
                  </span>
                </li>
              ))
            ) : query.error ? (
              <li>
                <bdi>{user.plan?.planName}</bdi>: days left N/A
              </li>
            ) : (
              // As long as a typical text of a plan, so that the layout does not shift.
              <li className={`${classes.plan} ${classes.reserved}`} aria-hidden>
                {user.plan?.planName}
                <span>25 of 25, {daysText(30)} left, until 27 Dec, 6:14 PM</span>
              </li>
            )}
          </ul>
        </>
      }
    />
  )
}

function GetPlan({ variant }: { variant: 'default' | 'filled' }) {
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
      <Button variant={variant} size="compact-sm" onClick={open}>
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
