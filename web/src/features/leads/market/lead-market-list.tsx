import { Button } from '@mantine/core'
import { type Lead, type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import { IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { CardGrid } from '../../../ui/card-grid.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { type leadFilters, leadQueryOf } from '../lead-filters.ts'
import { LeadTotal, pagedTotal } from '../lead-total.tsx'
import { leadListFailure } from '../leads.api.ts'
import { type BoughtHere, withBought } from './bought-here.ts'
import { LeadCard } from './lead-card.tsx'
import classes from './lead-market-list.module.css'

interface LeadMarketListProps {
  query: UseQueryResult<LeadPage>
  list: ListFilters<typeof leadFilters>
  /** Leads bought on this page: they keep their places until the agent goes on. */
  bought: readonly BoughtHere[]
  onBuy: (lead: Lead) => void
  onBuyNear: () => void
}

/** The marketplace's cards with their pages. */
export function LeadMarketList({ query, list, bought, onBuy, onBuyNear }: LeadMarketListProps) {
  const { data } = query
  return (
    <>
      {data && (
        <div className={classes.head}>
          <p role="status" className={classes.count}>
            <LeadTotal page={data} asked={leadQueryOf(list.filters)} />
          </p>
          {list.count > 0 && (
            <Button
              variant="subtle"
              color="ink"
              size="compact-md"
              leftSection={<IconX size={16} aria-hidden />}
              onClick={list.clear}
            >
              Clear filters
            </Button>
          )}
        </div>
      )}
      <PagedList
        query={query}
        items={data && withBought(data.leads, bought)}
        total={data && pagedTotal(data)}
        isTotalCapped={data?.isTotalCapped}
        page={list.filters.page}
        pageSize={leadsPerPage}
        onPageChange={list.goToPage}
        loading={{ label: 'Loading leads...', count: 9 }}
        failed={leadListFailure}
        empty={<EmptyState text="No leads match the current filters." />}
      >
        {(leads) => (
          <div className={classes.list}>
            <CardGrid label="Travel leads">
              {leads.map((lead) => (
                <LeadCard
                  key={lead._id}
                  lead={lead}
                  contactActions={bought.find((one) => one.lead._id === lead._id)?.contactActions}
                  onBuy={onBuy}
                  onBuyNear={onBuyNear}
                />
              ))}
            </CardGrid>
          </div>
        )}
      </PagedList>
    </>
  )
}
