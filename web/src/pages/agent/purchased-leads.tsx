import { purchasesPerPage } from '@raahi/contract/purchases'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAgentRole } from '../../features/account/public/use-agent-role.ts'
import { LeadsOf } from '../../features/members/public/leads-of.tsx'
import { purchaseFilters } from '../../features/purchases/purchase-filters.ts'
import { PurchaseList } from '../../features/purchases/purchase-list.tsx'
import { PurchaseSearchBar } from '../../features/purchases/purchase-search-bar.tsx'
import { PurchaseStats } from '../../features/purchases/purchase-stats.tsx'
import { purchasePageQuery, usePurchaseFigures } from '../../features/purchases/purchases.api.ts'
import { useOpenLead } from '../../features/purchases/use-open-lead.tsx'
import { usePurchaseLayout } from '../../features/purchases/use-purchase-layout.ts'
import { useRequestDialog } from '../../features/replacements/use-request-dialog.tsx'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './purchased-leads.module.css'

/** The leads that the agent has bought, with the contacts. */
export default function PurchasedLeadsPage() {
  const list = useListFilters(purchaseFilters)
  const { lead: _, page, ...filters } = list.filters
  const query = useQuery(purchasePageQuery({ ...filters, page, limit: purchasesPerPage }))
  const figures = usePurchaseFigures()
  const isCaller = useAgentRole() === 'caller'
  const { layout, setLayout } = usePurchaseLayout()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const request = useRequestDialog(keepFocus)
  const { open, note, drawer } = useOpenLead(list, {
    shown: query.data?.docs,
    onRequestReplacement: request.open,
  })
  const refresh = () => {
    void query.refetch()
    if (!isCaller) void figures.refetch()
  }
  return (
    <>
      <PageHeader
        title="My Purchased Leads"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        isCompact
      />
      {!isCaller && <PurchaseStats figures={figures.data} failed={Boolean(figures.error)} />}
      <LeadsOf
        className={classes.leadsOf}
        value={list.filters.assignee}
        onChange={(assignee) => list.change({ assignee })}
      />
      <PurchaseSearchBar
        list={list}
        onRefresh={refresh}
        refreshing={query.isFetching}
        empty={!query.data?.totalDocs}
        layout={layout}
        onLayout={setLayout}
      />
      {note}
      <PurchaseList
        query={query}
        figures={figures.data}
        list={list}
        layout={layout}
        titleRef={title}
        onOpen={open}
        onRequestReplacement={request.open}
      />
      {drawer}
      {request.dialog}
    </>
  )
}
