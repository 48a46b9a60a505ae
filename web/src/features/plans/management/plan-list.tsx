import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { EmptyList } from '../../../ui/empty-list.tsx'
import { PageStepsIfSeveral } from '../../../ui/page-steps.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { pageOfPlans, type planFilters, plansPerPage } from '../plan-filters.ts'
import type { usePlans } from '../public/plans.api.ts'
import type { PlanHandlers } from './plan-actions.tsx'
import { PlanCards } from './plan-cards.tsx'
import classes from './plan-management.module.css'
import { PlanTable } from './plan-table.tsx'

type PlanListProps = PlanHandlers & {
  query: ReturnType<typeof usePlans>
  list: ListFilters<typeof planFilters>
  titleRef: RefObject<HTMLHeadingElement | null>
  onAdd: () => void
}

/** The plans of the chosen type with their pages. */
export function PlanList({ query, list, titleRef, onAdd, ...handlers }: PlanListProps) {
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  const inTable = wide && list.filters.view === 'table'
  const Layout = inTable ? PlanTable : PlanCards
  const pageOf = query.data && pageOfPlans(query.data, list.filters)
  return (
    <section aria-labelledby={pageOf && 'plans'}>
      {pageOf && (
        <h2 id="plans" ref={titleRef} tabIndex={-1} className={classes.title}>
          Plans ({formatCount(pageOf.fitting.length)})
        </h2>
      )}
      <PagedList
        query={query}
        items={pageOf?.shown}
        total={pageOf?.fitting.length}
        page={pageOf?.page ?? 1}
        pageSize={plansPerPage}
        onPageChange={list.goToPage}
        loading={{ label: 'Loading plans...', layout: inTable ? 'rows' : 'cards' }}
        failed={(error) => errorWithReason(error, 'Failed to fetch plans.')}
        empty={
          <EmptyList
            list={list}
            noMatch="No plans available for the selected filter."
            clearLabel="Show all plans"
            text="No plans available for the selected filter."
            action={
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={onAdd}
              >
                Add New Plan
              </Button>
            }
          />
        }
        pager={PageStepsIfSeveral}
      >
        {(plans) => <Layout plans={plans} {...handlers} />}
      </PagedList>
    </section>
  )
}
