import { Anchor, Button } from '@mantine/core'
import { IconListSearch, IconReceiptRupee, IconWallet } from '@tabler/icons-react'
import { Link } from 'react-router'
import { LeadsOnSale } from '../../features/leads/market/leads-on-sale.tsx'
import { AddMoney } from '../../features/payments/add-money.tsx'
import { PlanPanel, PlanStat } from '../../features/plans/offers/plan-status.tsx'
import { RecentPurchases } from '../../features/purchases/recent-purchases.tsx'
import { SpendingStats } from '../../features/purchases/spending-stats.tsx'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { ConfirmEmailNotice } from '../../features/users/confirm-email-notice.tsx'
import { useAccount } from '../../features/users/use-account.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import classes from './dashboard.module.css'

/** The agent's home: wallet, plan, what has been bought and what is on sale. */
export default function AgentDashboard() {
  const { user } = useAccount()
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
      <PlanPanel />
      <div className={classes.panels}>
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
    </>
  )
}
