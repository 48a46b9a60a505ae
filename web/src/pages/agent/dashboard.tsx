import { Anchor, Button } from '@mantine/core'
import type { Lead } from '@raahi/contract/leads'
import { IconListSearch, IconReceiptRupee, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ConfirmEmailNotice } from '../../features/account/public/confirm-email-notice.tsx'
import { useAccount } from '../../features/account/public/use-account.ts'
import { LeadsOnSale } from '../../features/leads/market/leads-on-sale.tsx'
import { NewLeads, useNewLeads } from '../../features/leads/market/new-leads.tsx'
import { AddMoney } from '../../features/payments/add-money.tsx'
import { PlanStat } from '../../features/plans/offers/plan-status.tsx'
import { subscriptionsQuery } from '../../features/plans/public/subscriptions.api.ts'
import type { WantedLead } from '../../features/purchases/buy-lead.tsx'
import { planFor } from '../../features/purchases/pay-choice.ts'
import { RecentPurchases } from '../../features/purchases/recent-purchases.tsx'
import { SpendingStats } from '../../features/purchases/spending-stats.tsx'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { notifyError } from '../../ui/toast.ts'
import classes from './dashboard.module.css'

const FollowUpsDue = lazyWithFallback(() => import('../../features/pipeline/follow-ups-due.tsx'))
const loadBuying = () => import('../../features/purchases/buy-lead.tsx')
const BuyLead = lazy(loadBuying)

/** Loads the script of the dialog when the pointer reaches Buy Now. */
function loadBuyingAhead() {
  // A failure is shown when the dialog is opened.
  loadBuying().catch(() => undefined)
}

/** The agent's home: wallet, plan, new leads to buy, and the leads bought last. */
export default function AgentDashboard() {
  const { user } = useAccount()
  const plans = useQuery(subscriptionsQuery(user._id)).data
  const newLeads = useNewLeads()
  const newLeadsTitle = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(newLeadsTitle, newLeads.leads)
  const [wanted, setWanted] = useState<WantedLead | null>(null)
  const buy = async (lead: Lead) => {
    try {
      await loadBuying()
      setWanted({ lead, readAt: newLeads.query.data?.eventId ?? '' })
    } catch {
      notifyError('The purchase could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <>
      <PageHeader
        title="Agent Dashboard"
        subtitle={
          <>
            Welcome,{' '}
            <Anchor component={Link} to="/dashboard/user-profile" inherit>
              {user.name || 'Vendor'}
            </Anchor>
            !
          </>
        }
        actions={
          <>
            <Button
              component={Link}
              to="/dashboard/wallet"
              variant="default"
              leftSection={<IconReceiptRupee size={18} aria-hidden />}
            >
              Wallet statement
            </Button>
            <Button
              component={Link}
              to="/dashboard/my-leads"
              leftSection={<IconListSearch size={18} aria-hidden />}
            >
              Browse leads
            </Button>
          </>
        }
      />
      <AccountFailed />
      <ConfirmEmailNotice />
      <StatGrid>
        <StatCard
          label="Wallet balance"
          icon={IconWallet}
          value={<Money rupees={user.wallet} />}
          hint={
            <span className={classes.wallet}>
              <AddMoney variant="default" size="compact-sm" />
              <Anchor component={Link} to="/dashboard/wallet" underline="always" inherit>
                See statement
              </Anchor>
            </span>
          }
        />
        <PlanStat />
        <SpendingStats />
      </StatGrid>
      {wanted && (
        <Suspense>
          <BuyLead wanted={wanted} onConfirm={keepFocus} onBought={newLeads.leaveOut} />
        </Suspense>
      )}
      <div className={classes.panels}>
        <div className={classes.column}>
          <div className={classes.followUps}>
            <Suspense fallback={<LoadingFollowUps />}>
              <FollowUpsDue />
            </Suspense>
          </div>
          <NewLeads
            newLeads={newLeads}
            titleRef={newLeadsTitle}
            isPaidByPlan={(lead) => planFor(plans ?? [], lead) !== null}
            onBuy={buy}
            onBuyNear={loadBuyingAhead}
          />
        </div>
        <div className={classes.column}>
          <Panel
            title="Recent purchases"
            aside={
              <Anchor component={Link} to="/dashboard/purchased-leads" underline="always" inherit>
                Purchased Leads
              </Anchor>
            }
          >
            <RecentPurchases />
          </Panel>
          <Panel
            title="On sale now"
            aside={
              <Anchor component={Link} to="/dashboard/my-leads" underline="always" inherit>
                My Leads
              </Anchor>
            }
          >
            <LeadsOnSale />
          </Panel>
        </div>
      </div>
    </>
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
