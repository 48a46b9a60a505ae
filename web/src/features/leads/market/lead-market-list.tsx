import { type Lead, type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { PagedList } from '../../../ui/paged-list.tsx'
import type { leadFilters } from '../lead-filters.ts'
import { pagedTotal } from '../lead-total.ts'
import { leadListFailure } from '../leads.api.ts'
import { type BoughtHere, withBought } from './bought-here.ts'
import { LeadCard } from './lead-card.tsx'
import classes from './lead-market-list.module.css'

interface LeadMarketListProps {
  query: UseQueryResult<LeadPage>
  list: ListFilters<typeof leadFilters>
  /** Leads bought on this page: they keep their places until the agent goes on. */
  bought: readonly BoughtHere[]
  isPaidByPlan: (lead: Lead) => boolean
  drawOwnActions: (lead: Lead) => ReactNode
  onBuy: (lead: Lead) => void
  onBuyNear: () => void
}

const minuteMs = 60_000

const NoLeads = lazy(() => import('./no-leads.tsx'))

/** The marketplace's leads with their pages. */
export function LeadMarketList({ query, list, bought, isPaidByPlan, ...row }: LeadMarketListProps) {
  const { data, dataUpdatedAt } = query
  return (
    <PagedList
      query={query}
      items={data && withBought(data.leads, bought)}
      total={data && pagedTotal(data)}
      isTotalCapped={data?.isTotalCapped}
      page={list.filters.page}
      pageSize={leadsPerPage}
      onPageChange={list.goToPage}
      loading={{ label: 'Loading leads...', count: 12, layout: 'rows' }}
      failed={leadListFailure}
      empty={
        <Suspense>
          <NoLeads list={list} />
        </Suspense>
      }
    >
      {(leads) => (
        <ul aria-label="Travel leads" className={classes.list}>
          {leads.map((lead) => (
            <LeadCard
              key={lead._id}
              lead={lead}
              nowMs={Math.floor(dataUpdatedAt / minuteMs) * minuteMs}
              paidByPlan={isPaidByPlan(lead)}
              {...row}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
