import { Alert } from '@mantine/core'
import type { Plan } from '@raahi/contract/plans'
import type { ListedUser } from '@raahi/contract/users'
import { IconCash } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { errorMessage, isRefusal } from '../../../lib/api-error.ts'
import { type CheckedForm, useCheckedForm } from '../../../lib/use-checked-form.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Money } from '../../../ui/money.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { daysText, leadsText, planLeftText, planTypeLabels } from '../public/plan-labels.ts'
import { useAssignPlan, usePlans } from '../public/plans.api.ts'
import classes from './assign-plan-dialog.module.css'

type AssignPlanDialogProps = {
  /** The user who gets the plan; null before the first one was chosen. */
  user: ListedUser | null
  opened: boolean
  onClose: () => void
  /** Called after the request, successful or not. */
  onSettled: () => void
}

type Values = { plan: Plan | null }

/** Sells a plan to a user for cash that the admin has collected. */
export function AssignPlanDialog({ user, opened, onClose, onSettled }: AssignPlanDialogProps) {
  const plans = usePlans({ enabled: opened })
  const assign = useAssignPlan({ onSettled })
  const form = useCheckedForm<Values>({
    initialValues: { plan: null },
    validate: ({ plan }) => (plan ? {} : { plan: 'Please select a plan to assign.' }),
  })
  form.watch('plan', ({ value }) => {
    if (value) assign.reset()
  })
  useEffect(() => {
    if (opened && plans.error) notifyError(errorMessage(plans.error, 'Failed to fetch plans'))
  }, [opened, plans.error])

  const close = () => {
    form.reset()
    assign.reset()
    onClose()
  }
  const submit = form.onSubmit(({ plan }) => {
    if (!user || !plan) return
    assign.mutate(
      { userId: user._id, planId: plan._id, expectedPrice: plan.price },
      {
        onSuccess: () => {
          notifySuccess('Plan assigned successfully!')
          close()
        },
        onError: (error) => {
          if (isRefusal(error, 'PLAN_PRICE_CHANGED')) {
            form.reset()
            void plans.refetch()
          }
        },
      },
    )
  })
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title="Assign Plan"
      onSubmit={submit}
      submitLabel="Assign Plan"
      busy={assign.isPending}
      busyLabel="Assigning.."
      error={assign.isError && errorMessage(assign.error, 'Failed to assign plan')}
      size="36rem"
    >
      <p className={classes.for}>
        For{' '}
        <strong>
          <bdi>{user?.name}</bdi>
        </strong>
      </p>
      {user && <ActivePlans plans={user.activePlans} />}
      <PlanChoice query={plans} form={form} />
      {form.values.plan && <SaleNote price={form.values.plan.price} />}
    </FormModal>
  )
}

/** The active plans of the user. A new plan runs in parallel. */
function ActivePlans({ plans }: { plans: ListedUser['activePlans'] }) {
  if (plans.length === 0) return null
  return (
    <div className={classes.present}>
      <p>Active now:</p>
      <ul className={classes.presentList}>
        {plans.map((plan, index) => (
          // The same plan may be active twice; the list is never reordered.
          <li key={index}>
            <bdi>{plan.planName}</bdi>: {planLeftText(plan)}
          </li>
        ))}
      </ul>
      <p>
        A new plan runs alongside {plans.length === 1 ? 'it' : 'them'}. Leads are taken from the
        plan that ends first.
      </p>
    </div>
  )
}

/** The amount to collect. Scrolls into view, because the list of plans above it may be long. */
function SaleNote({ price }: { price: number }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [price])
  return (
    <Alert
      ref={note}
      color="marigold"
      role="status"
      mt="md"
      icon={<IconCash size={20} aria-hidden />}
    >
      {price === 0 ? (
        'This plan is free, so there is nothing to collect. A user can get it only once.'
      ) : (
        <>
          This is a cash sale of <Money rupees={price} />. Assign the plan after you have collected
          the money. The wallet is not charged.
        </>
      )}
    </Alert>
  )
}

type PlanChoiceProps = {
  query: ReturnType<typeof usePlans>
  form: CheckedForm<Values>
}

function PlanChoice({ query, form }: PlanChoiceProps) {
  const id = useId()
  const error = form.errors.plan
  const { data, isFetching, refetch } = query
  if (!data) {
    return query.error ? (
      <ErrorState
        text={errorMessage(query.error, 'Failed to fetch plans')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonList label="Loading plans..." layout="rows" count={4} />
    )
  }
  if (data.length === 0) {
    return <EmptyState text="No plans to assign yet." />
  }
  return (
    <fieldset className={classes.plans} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.legend}>Plan</legend>
      {data.map((plan) => (
        <label key={plan._id} className={classes.plan} data-error={error ? true : undefined}>
          <input
            type="radio"
            name={id}
            className={classes.radio}
            data-path={form.pathOf('plan')}
            checked={form.values.plan?._id === plan._id}
            onChange={() => form.setFieldValue('plan', plan)}
          />
          <span className={classes.words}>
            <bdi className={classes.name}>{plan.planName}</bdi>
            <span className={classes.terms}>
              {leadsText(plan.numberOfLeads)} · {daysText(plan.validity)} ·{' '}
              {planTypeLabels[plan.planType]}
            </span>
          </span>
          <span className={classes.price}>
            <Money rupees={plan.price} />
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
