import { Anchor, Button } from '@mantine/core'
import { IconListSearch, IconReceiptRupee, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { ConfirmEmailNotice } from '../../features/account/public/confirm-email-notice.tsx'
import { useAccount } from '../../features/account/public/use-account.ts'
import { useAgentRole } from '../../features/account/public/use-agent-role.ts'
import { LeadsOnSale } from '../../features/leads/market/leads-on-sale.tsx'
import { NewLeads, useNewLeads } from '../../features/leads/market/new-leads.tsx'
import { LeadsOf } from '../../features/members/public/leads-of.tsx'
import { RoleNotice } from '../../features/members/public/role-notice.tsx'
import { AddMoney } from '../../features/payments/add-money.tsx'
import { PlanStat } from '../../features/plans/offers/plan-status.tsx'
import { subscriptionsQuery } from '../../features/plans/public/subscriptions.api.ts'
import { planFor } from '../../features/purchases/pay-choice.ts'
import { RecentPurchases } from '../../features/purchases/recent-purchases.tsx'
import { SpendingStats } from '../../features/purchases/spending-stats.tsx'
import { useBuyDialog } from '../../features/purchases/use-buy-dialog.tsx'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import classes from './dashboard.module.css'
import { FirstSteps } from './first-steps.tsx'
import { useFirstSteps } from './use-first-steps.ts'
import { useLeadsOf } from './use-leads-of.ts'

const FollowUpsDue = lazyWithFallback(() => import('../../features/pipeline/follow-ups-due.tsx'))

/** The agent's home: the first steps of a new agent, wallet, plan, new leads to buy, and the leads bought last. */
export default function AgentDashboard() {
  const { user } = useAccount()
  const isOwner = useAgentRole() === 'owner'
  const plans = useQuery(subscriptionsQuery(user._id)).data
  const newLeads = useNewLeads()
  const newLeadsTitle = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(newLeadsTitle, newLeads.leads)
  const purchase = useBuyDialog({
    eventId: newLeads.query.data?.eventId,
    onConfirm: keepFocus,
    onBought: newLeads.leaveOut,
  })
  const steps = useFirstSteps()
  const leadsOf = useLeadsOf(user._id)
  const keepFocusAfterHiding = useFocusFallback(newLeadsTitle, steps.isShown)
  const buttonVariant = steps.isShown ? 'default' : 'filled'
  const leads = (
    <NewLeads
      newLeads={newLeads}
      titleRef={newLeadsTitle}
      isPaidByPlan={(lead) => planFor(plans ?? [], lead) !== null}
      onBuy={purchase.buy}
      onBuyNear={purchase.loadAhead}
      buttonVariant={buttonVariant}
    />
  )
  return (
    <>
      <Header name={user.name} buttonVariant={buttonVariant} isOwner={isOwner} />
      <RoleNotice />
      <AccountFailed />
      {/* The steps ask to confirm the email too. */}
      {!(steps.isShown && !user.pendingEmail) && <ConfirmEmailNotice />}
      <StatGrid>
        <StatCard
          label="Wallet balance"
          icon={IconWallet}
          value={<Money rupees={user.wallet} />}
          hint={
            <span className={classes.wallet}>
              <AddMoney variant="default" size="compact-sm" />
              {isOwner && (
                <Anchor component={Link} to="/dashboard/wallet" underline="always" inherit>
                  See statement
                </Anchor>
              )}
            </span>
          }
        />
        <PlanStat getPlanVariant={buttonVariant} />
        {!steps.isFirstRun && <SpendingStats />}
      </StatGrid>
      {purchase.dialog}
      {!steps.isFirstRun && (
        <LeadsOf
          className={classes.leadsOf}
          text="Bought leads:"
          value={leadsOf.assignee}
          onChange={leadsOf.choose}
        />
      )}
      <div
        className={classes.panels}
        data-waiting={steps.isUnknown || leadsOf.isUnknown || undefined}
      >
        <div className={classes.column}>
          {steps.isShown && <FirstSteps steps={steps} onHide={keepFocusAfterHiding} />}
          {!steps.isFirstRun && (
            <div className={classes.followUps}>
              <Suspense fallback={<LoadingFollowUps />}>
                <FollowUpsDue assignee={leadsOf.assignee} />
              </Suspense>
            </div>
          )}
          {!steps.isShown && leads}
        </div>
        <div className={classes.column}>
          {steps.isShown && leads}
          {!steps.isFirstRun && (
            <LinkedPanel
              title="Recent purchases"
              to={`/dashboard/purchased-leads${leadsOf.assignee ? `?assignee=${leadsOf.assignee}` : ''}`}
              label="Purchased Leads"
            >
              <RecentPurchases assignee={leadsOf.assignee} />
            </LinkedPanel>
          )}
          <LinkedPanel title="On sale now" to="/dashboard/my-leads" label="My Leads">
            <LeadsOnSale />
          </LinkedPanel>
        </div>
      </div>
    </>
  )
}

function Header({
  name,
  buttonVariant,
  isOwner,
}: {
  name: string
  buttonVariant: 'default' | 'filled'
  isOwner: boolean
}) {
  return (
    <PageHeader
      title="Agent Dashboard"
      subtitle={
        <>
          Welcome,{' '}
          <Anchor component={Link} to="/dashboard/user-profile" inherit>
            {name || 'Vendor'}
          </Anchor>
          !
        </>
      }
      actions={
        <>
          {isOwner && (
            <Button
              component={Link}
              to="/dashboard/wallet"
              variant="default"
              leftSection={<IconReceiptRupee size={18} aria-hidden />}
            >
              Wallet statement
            </Button>
          )}
          <Button
            component={Link}
            to="/dashboard/my-leads"
            variant={buttonVariant}
            leftSection={<IconListSearch size={18} aria-hidden />}
          >
            Browse leads
          </Button>
        </>
      }
    />
  )
}

interface LinkedPanelProps {
  title: string
  /** The screen that shows more, and the label of its link. */
  to: string
  label: string
  children: ReactNode
}

function LinkedPanel({ title, to, label, children }: LinkedPanelProps) {
  return (
    <Panel
      title={title}
      aside={
        <Anchor component={Link} to={to} underline="always" inherit>
          {label}
        </Anchor>
      }
    >
      {children}
    </Panel>
  )
}

/** As high as the panel with one follow-up. */
function LoadingFollowUps() {
  return (
    <Panel title="Follow-ups due">
      <SkeletonList label="Loading follow-ups..." layout="rows" count={1} />
    </Panel>
  )
}
