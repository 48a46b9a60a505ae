import { Button } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import type { Plan } from '@raahi/contract/plans'
import { Link, useNavigate } from 'react-router'
import { errorWithReason } from '../../../lib/api-error.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { useAccount } from '../../account/public/use-account.ts'
import { daysText, leadsText, planTypeLabels } from '../public/plan-labels.ts'
import { usePlans } from '../public/plans.api.ts'
import classes from './get-plan-dialog.module.css'

/** Shows the plans on sale, with links to the page on which they are bought. */
export default function GetPlanDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => navigate('/dashboard/plans')}
      title="Confirm to get plan"
      confirmLabel="Continue"
      cancelLabel="Close"
    >
      <p>
        With a plan you pay once for a set number of leads. Continue to compare plans. You will not
        be charged yet.
      </p>
      <Offers enabled={opened} />
    </ConfirmDialog>
  )
}

function Offers({ enabled }: { enabled: boolean }) {
  const { data, error, isFetching, refetch } = usePlans({ enabled })
  if (!data) {
    return error ? (
      <ErrorState
        text={errorWithReason(error, 'Failed to fetch plans.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonList label="Loading plans..." layout="rows" count={3} />
    )
  }
  if (data.length === 0) return <p>No plans are on sale right now.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
    <ul className={classes.offers} aria-label="Plans on sale" tabIndex={0}>
      {data.map((plan) => (
        <Offer key={plan._id} plan={plan} />
      ))}
    </ul>
  )
}

function Offer({ plan }: { plan: Plan }) {
  const { _id, planName, price, planType, numberOfLeads, validity } = plan
  const { user } = useAccount()
  return (
    <li className={classes.offer}>
      <span className={classes.name}>
        <bdi>{planName}</bdi>
      </span>
      <span className={classes.price}>
        <Money rupees={price} />
      </span>
      <span className={classes.terms}>
        {planTypeLabels[planType]} · {leadsText(numberOfLeads)} · {daysText(validity)}
      </span>
      {price > 0 && user.wallet >= price && (
        <Button
          component={Link}
          to={`/dashboard/plans?plan=${_id}`}
          variant="default"
          size="compact-sm"
          className={classes.pay}
        >
          Pay from wallet {formatRupees(price)}
        </Button>
      )}
    </li>
  )
}
