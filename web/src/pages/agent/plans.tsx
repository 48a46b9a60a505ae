import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { Link } from 'react-router'
import { BuyPlanDialog } from '../../features/payments/buy-plan-dialog.tsx'
import { TestModeBadge } from '../../features/payments/test-mode-badge.tsx'
import { useBuyingPlan } from '../../features/payments/use-buying-plan.ts'
import { ActivePlans } from '../../features/plans/offers/active-plans.tsx'
import { PlanOffers } from '../../features/plans/offers/plan-offers.tsx'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './plans.module.css'

/** The agent's active plans, and the catalogue. */
export default function PlansPage() {
  const buying = useBuyingPlan()
  return (
    <>
      <PageHeader
        title="Plans"
        subtitle="Pay once, then buy leads from your plan instead of your wallet."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <Button
            component={Link}
            to="/dashboard/invoices"
            variant="default"
            leftSection={<IconFileInvoice size={18} aria-hidden />}
          >
            Invoices
          </Button>
        }
      />
      <AccountFailed />
      <div className={classes.mark}>
        <TestModeBadge />
      </div>
      <div className={classes.parts}>
        <ActivePlans />
        <PlanOffers onBuy={buying.start} />
      </div>
      <BuyPlanDialog buying={buying} />
    </>
  )
}
