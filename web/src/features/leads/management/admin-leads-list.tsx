import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { formatCount } from '../../../lib/counts.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import type { leadFilters } from '../../lead-facts/public/lead-filters.ts'
import { noLeadsMatch } from '../../lead-facts/public/lead-labels.ts'
import { pagedTotal } from '../lead-total.ts'
import { leadListFailure } from '../leads.api.ts'
import type { AdminLeadHandlers } from './admin-lead-actions.tsx'
import classes from './admin-leads.module.css'
import { AdminLeadsCards } from './admin-leads-cards.tsx'
import { AdminLeadsTable } from './admin-leads-table.tsx'

type AdminLeadsListProps = AdminLeadHandlers & {
  query: UseQueryResult<LeadPage>
  list: ListFilters<typeof leadFilters>
  titleRef: RefObject<HTMLHeadingElement | null>
  onAdd: () => void
}

/** 'Travel Leads (total)' with its pages. */
export function AdminLeadsList({ query, list, titleRef, onAdd, ...handlers }: AdminLeadsListProps) {
  const wide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false })
  const Layout = wide ? AdminLeadsTable : AdminLeadsCards
  const { data } = query
  return (
    <section aria-labelledby="travel-leads">
      <h2 id="travel-leads" ref={titleRef} tabIndex={-1} className={classes.listTitle}>
        Travel Leads{data && ` (${formatCount(data.totalLeads)}${data.isTotalCapped ? '+' : ''})`}
      </h2>
      <PagedList
        query={query}
        items={data?.leads}
        total={data && pagedTotal(data)}
        isTotalCapped={data?.isTotalCapped}
        page={list.filters.page}
        pageSize={leadsPerPage}
        onPageChange={list.goToPage}
        loading={{
          label: 'Loading leads...',
          layout: wide ? 'rows' : 'cards',
          count: wide ? 8 : 4,
        }}
        failed={leadListFailure}
        empty={<NoLeads filtered={list.count > 0} onAdd={onAdd} />}
      >
        {(leads) => <Layout leads={leads} {...handlers} />}
      </PagedList>
    </section>
  )
}

function NoLeads({ filtered, onAdd }: { filtered: boolean; onAdd: () => void }) {
  if (filtered) return <EmptyState text={noLeadsMatch} />
  return (
    <EmptyState
      text="No leads available. Add your first lead to get started!"
      action={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          Add New Travel Lead
        </Button>
      }
    />
  )
}
