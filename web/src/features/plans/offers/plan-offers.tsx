import { type Plan, planTypes } from '@raahi/contract/plans'
import { useRef } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import { type ListFilters, useListFilters } from '../../../lib/use-list-filters.ts'
import { EmptyList } from '../../../ui/empty-list.tsx'
import { PageStepsIfSeveral } from '../../../ui/page-steps.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { ToggleGroup } from '../../../ui/toggle-group.tsx'
import { useLeadCosts } from '../../lead-costs/public/lead-costs.api.ts'
import { offerFilters, pageOfPlans, plansPerPage } from '../plan-filters.ts'
import { planTypeShort } from '../public/plan-labels.ts'
import { usePlans, useSubscriptions } from '../public/plans.api.ts'
import offer from './plan-offer.module.css'
import { PlanOffer } from './plan-offer.tsx'
import classes from './plan-offers.module.css'
import { bestValueOf, computeSaving } from './plan-value.ts'

const typeOptions = [
  { value: 'all', text: 'All' },
  ...planTypes.map((type) => ({ value: type, text: planTypeShort[type] })),
] as const

/** The catalogue by type, ten plans per page. The address contains type and page. */
export function PlanOffers({ onBuy }: { onBuy: (plan: Plan) => void }) {
  const list = useListFilters(offerFilters)
  const { planType } = list.filters
  const title = useRef<HTMLHeadingElement>(null)
  const toPage = (page: number) => {
    list.change({ page })
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
          value={planType ?? 'all'}
          onChange={(type) => list.change({ planType: type === 'all' ? undefined : type })}
        />
      </div>
      <OfferPage list={list} onPageChange={toPage} onBuy={onBuy} />
    </section>
  )
}

interface OfferPageProps {
  list: ListFilters<typeof offerFilters>
  onPageChange: (page: number) => void
  onBuy: (plan: Plan) => void
}

function OfferPage({ list, onPageChange, onBuy }: OfferPageProps) {
  const query = usePlans({ enabled: true })
  const subscriptions = useSubscriptions(useSignedInUser()._id)
  const leadCosts = useLeadCosts()
  const pageOf = query.data && pageOfPlans(query.data, list.filters)
  const best = pageOf && bestValueOf(pageOf.fitting)
  // If the prices of leads are missing, no savings are shown, but plans can be bought.
  const prices = leadCosts.data ?? []
  const had = new Set(
    subscriptions.data?.filter(({ price }) => price === 0).map(({ plan }) => plan),
  )
  return (
    <PagedList
      query={query}
      items={pageOf?.shown}
      total={pageOf?.fitting.length}
      page={pageOf?.page ?? 1}
      pageSize={plansPerPage}
      onPageChange={onPageChange}
      loading={{ label: 'Loading plans...', count: 3 }}
      failed={(error) => errorWithReason(error, 'Failed to fetch plans.')}
      empty={
        <EmptyList
          list={list}
          noMatch="No plans available for the selected filter."
          clearLabel="Show all plans"
          text="No plans are on sale right now. You can buy leads from your wallet."
        />
      }
      pager={PageStepsIfSeveral}
    >
      {(plans) => (
        <ul className={offer.grid} aria-label="Plans">
          {plans.map((plan) => (
            <PlanOffer
              key={plan._id}
              plan={plan}
              saving={computeSaving(plan, prices)}
              best={best === plan}
              had={plan.price === 0 && had.has(plan._id)}
              onBuy={onBuy}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
