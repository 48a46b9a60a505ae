import { type Lead, type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { lazyWithFallback } from '../../../lib/lazy-with-fallback.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { PagedList } from '../../../ui/paged-list.tsx'
import type { leadFilters } from '../../lead-facts/public/lead-filters.ts'
import { noLeadsMatch } from '../../lead-facts/public/lead-labels.ts'
import { yearInIndia } from '../../lead-facts/public/lead-row-texts.ts'
import { pagedTotal } from '../lead-total.ts'
import { leadListFailure } from '../leads.api.ts'
import { LeadCard } from './lead-card.tsx'
import classes from './lead-market-list.module.css'
import { insertBoughtLeads, type LeadBoughtOnPage } from './leads-bought-on-page.ts'

interface LeadMarketListProps {
  query: UseQueryResult<LeadPage>
  /** The page of the query with the changes since it was read. */
  shown: LeadPage | undefined
  list: ListFilters<typeof leadFilters>
  /** Leads bought on this page. They keep their positions until the filters or the page change. */
  bought: readonly LeadBoughtOnPage[]
  isPaidByPlan: (lead: Lead) => boolean
  drawOwnActions: (lead: Lead) => ReactNode
  onBuy: (lead: Lead) => void
  onBuyNear: () => void
  onShowAll: () => void
}

const NoLeads = lazyWithFallback(
  () => import('./no-leads.tsx'),
  () => <p>{noLeadsMatch}</p>,
)

/** The marketplace's leads with their pages. */
export function LeadMarketList(props: LeadMarketListProps) {
  const { query, shown: data, list, bought, isPaidByPlan, onShowAll, ...row } = props
  const nowMs = useMinute()
  const currentYear = yearInIndia(nowMs)
  return (
    <PagedList
      query={query}
      items={data && insertBoughtLeads(data.leads, bought)}
      total={data && pagedTotal(data)}
      isTotalCapped={data?.isTotalCapped}
      page={list.filters.page}
      pageSize={leadsPerPage}
      onPageChange={list.goToPage}
      loading={{ label: 'Loading leads...', count: 12, layout: 'rows' }}
      failed={leadListFailure}
      empty={
        <Suspense>
          <NoLeads
            // With the default filter alone, no other filter hides leads.
            isFiltered={list.count > (list.filters.status === 'buy' ? 1 : 0)}
            onShowAll={onShowAll}
          />
        </Suspense>
      }
    >
      {(leads) => (
        <ul aria-label="Travel leads" className={classes.list}>
          {leads.map((lead) => (
            <LeadCard
              key={lead._id}
              lead={lead}
              nowMs={nowMs}
              currentYear={currentYear}
              paidByPlan={isPaidByPlan(lead)}
              {...row}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
