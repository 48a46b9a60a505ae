import { Button } from '@mantine/core'
import type { Lead, LeadPage } from '@raahi/contract/leads'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { formatCount } from '../../../lib/counts.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { useSelection } from '../../../lib/use-selection.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import type { leadFilters } from '../../lead-facts/public/lead-filters.ts'
import { noLeadsMatch } from '../../lead-facts/public/lead-labels.ts'
import { pagedTotal } from '../lead-total.ts'
import { leadListFailure } from '../leads.api.ts'
import type { AdminLeadHandlers } from './admin-lead-actions.tsx'
import classes from './admin-leads.module.css'
import { AdminLeadsTable } from './admin-leads-table.tsx'
import { type Deletion, LeadSelection } from './lead-selection.tsx'

type AdminLeadsListProps = AdminLeadHandlers & {
  query: UseQueryResult<LeadPage>
  list: ListFilters<typeof leadFilters>
  pageSize: number
  deletion: Deletion | null
  onDeletion: (deletion: Deletion | null) => void
  /** Called before the list is refetched. */
  onDone: () => void
  titleRef: RefObject<HTMLHeadingElement | null>
  onAdd: () => void
}

/** 'Travel Leads (total)' with its pages. */
export function AdminLeadsList({
  query,
  list,
  pageSize,
  deletion,
  onDeletion,
  onDone,
  titleRef,
  onAdd,
  ...handlers
}: AdminLeadsListProps) {
  const { data } = query
  const selection = useSelection<Lead>(data?.leads ?? [])
  return (
    <section aria-labelledby="travel-leads">
      <h2 id="travel-leads" ref={titleRef} tabIndex={-1} className={classes.listTitle}>
        Travel Leads{data && ` (${formatCount(data.totalLeads)}${data.isTotalCapped ? '+' : ''})`}
      </h2>
      <LeadSelection
        selection={selection}
        deletion={deletion}
        onDeletion={onDeletion}
        onDone={onDone}
      />
      <PagedList
        query={query}
        items={data?.leads}
        total={data && pagedTotal(data, pageSize)}
        isTotalCapped={data?.isTotalCapped}
        page={list.filters.page}
        pageSize={pageSize}
        onPageChange={list.goToPage}
        loading={{ label: 'Loading leads...', layout: 'rows', count: 12, rowHeight: '3.75rem' }}
        failed={leadListFailure}
        empty={<NoLeads filtered={list.count > 0} onAdd={onAdd} />}
      >
        {(leads) => <AdminLeadsTable leads={leads} selection={selection} {...handlers} />}
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
