import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageSteps } from '../../../ui/page-steps.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { pageOfOffers } from '../offer-filters.ts'
import type { usePlans } from '../plans.api.ts'
import type { PlanHandlers } from './plan-actions.tsx'
import { PlanCards } from './plan-cards.tsx'
import classes from './plan-management.module.css'
import { PlanTable } from './plan-table.tsx'
import type { PlanView } from './plan-view.ts'

type PlanListProps = PlanHandlers & {
  query: ReturnType<typeof usePlans>
  view: PlanView
  titleRef: RefObject<HTMLHeadingElement | null>
  onChange: (changed: Partial<PlanView>, options?: { toTop: boolean }) => void
  onAdd: () => void
}

/** The plans of the chosen type with their pages, in every state a list can be in. */
export function PlanList({ query, view, titleRef, onChange, onAdd, ...handlers }: PlanListProps) {
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { data, error, isFetching, refetch } = query
  const failure = error && errorMessage(error, 'Failed to fetch plans.')
  const retry = { onRetry: () => void refetch(), retrying: isFetching }
  const inTable = wide && view.layout === 'table'
  if (!data) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading plans..." layout={inTable ? 'rows' : 'cards'} />
    )
  }
  const { fitting, shown, page, pages } = pageOfOffers(data, view)
  const Layout = inTable ? PlanTable : PlanCards
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" ref={titleRef} tabIndex={-1} className={classes.title}>
        Plans ({formatCount(fitting.length)})
      </h2>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {shown.length === 0 ? (
        <NoPlans
          filtered={view.planType !== undefined}
          onClear={() => onChange({ planType: undefined })}
          onAdd={onAdd}
        />
      ) : (
        <Layout plans={shown} {...handlers} />
      )}
      {pages > 1 && (
        <PageSteps
          page={page}
          pages={pages}
          onPageChange={(to) => onChange({ page: to }, { toTop: true })}
        />
      )}
    </section>
  )
}

type NoPlansProps = { filtered: boolean; onClear: () => void; onAdd: () => void }

function NoPlans({ filtered, onClear, onAdd }: NoPlansProps) {
  return (
    <EmptyState
      text="No plans available for the selected filter."
      action={
        filtered ? (
          <Button variant="default" onClick={onClear}>
            Show all plans
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={onAdd}
          >
            Add New Plan
          </Button>
        )
      }
    />
  )
}
