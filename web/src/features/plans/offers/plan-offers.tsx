import { Button } from '@mantine/core'
import { type Plan, planTypes } from '@raahi/contract/plans'
import { useMemo, useRef } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import { useAddressParams } from '../../../lib/use-address-params.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageSteps } from '../../../ui/page-steps.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { ToggleGroup } from '../../../ui/toggle-group.tsx'
import { useLeadCosts } from '../../lead-costs/lead-costs.api.ts'
import {
  type OfferFilters,
  pageOfOffers,
  readOfferFilters,
  writeOfferFilters,
} from '../offer-filters.ts'
import { planTypeShort } from '../plan-labels.ts'
import { usePlans, useSubscriptions } from '../plans.api.ts'
import offer from './plan-offer.module.css'
import { PlanOffer } from './plan-offer.tsx'
import classes from './plan-offers.module.css'
import { bestValueOf, savingOf } from './plan-value.ts'

const typeOptions = [
  { value: 'all', text: 'All' },
  ...planTypes.map((type) => ({ value: type, text: planTypeShort[type] })),
] as const

/** The catalogue by type, ten plans a page; type and page live in the address. */
export function PlanOffers({ onBuy }: { onBuy: (plan: Plan) => void }) {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readOfferFilters(params), [params])
  const title = useRef<HTMLHeadingElement>(null)
  const change = (changed: Partial<OfferFilters>) =>
    changeParams((present) =>
      writeOfferFilters({ ...readOfferFilters(present), page: 1, ...changed }),
    )
  const toPage = (page: number) => {
    change({ page })
    title.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section aria-labelledby="plan-offers">
      <div className={classes.bar}>
        <h2 ref={title} id="plan-offers" className={classes.title}>
          Choose a plan
        </h2>
        <ToggleGroup
          label="Plan type"
          options={typeOptions}
          value={filters.planType ?? 'all'}
          onChange={(type) => change({ planType: type === 'all' ? undefined : type })}
        />
      </div>
      <OfferPage
        filters={filters}
        onPageChange={toPage}
        onClear={() => change({ planType: undefined })}
        onBuy={onBuy}
      />
    </section>
  )
}

interface OfferPageProps {
  filters: OfferFilters
  onPageChange: (page: number) => void
  onClear: () => void
  onBuy: (plan: Plan) => void
}

function OfferPage({ filters, onPageChange, onClear, onBuy }: OfferPageProps) {
  const { data, error, isFetching, refetch } = usePlans({ enabled: true })
  const subscriptions = useSubscriptions(useSignedInUser()._id)
  const leadCosts = useLeadCosts()
  const failure = error && errorMessage(error, 'Failed to fetch plans.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading plans..." count={3} />
    )
  }
  const { fitting, shown, page, pages } = pageOfOffers(data, filters)
  const best = bestValueOf(fitting)
  // What it saves is left out where the prices of leads cannot be read: the plans can be bought all the same.
  const prices = leadCosts.data ?? []
  const had = new Set(
    subscriptions.data?.filter(({ price }) => price === 0).map(({ plan }) => plan),
  )
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {shown.length === 0 ? (
        <EmptyState
          text={
            filters.planType
              ? 'No plans available for the selected filter.'
              : 'No plans are on sale right now.'
          }
          action={
            filters.planType && (
              <Button variant="default" onClick={onClear}>
                Show all plans
              </Button>
            )
          }
        />
      ) : (
        <ul className={offer.grid} aria-label="Plans">
          {shown.map((plan) => (
            <PlanOffer
              key={plan._id}
              plan={plan}
              saving={savingOf(plan, prices)}
              best={best === plan}
              had={plan.price === 0 && had.has(plan._id)}
              onBuy={onBuy}
            />
          ))}
        </ul>
      )}
      {pages > 1 && <PageSteps page={page} pages={pages} onPageChange={onPageChange} />}
    </>
  )
}
