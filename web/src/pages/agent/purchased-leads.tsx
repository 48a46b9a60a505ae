import type { PurchaseEntry } from '@raahi/contract/purchases'
import { purchasesPerPage } from '@raahi/contract/purchases'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAgentRole } from '../../features/account/public/use-agent-role.ts'
import { LeadsOf } from '../../features/members/public/leads-of.tsx'
import { purchaseFilters } from '../../features/purchases/purchase-filters.ts'
import { PurchaseList } from '../../features/purchases/purchase-list.tsx'
import { PurchaseSearchBar } from '../../features/purchases/purchase-search-bar.tsx'
import { PurchaseStats } from '../../features/purchases/purchase-stats.tsx'
import { purchasePageQuery, usePurchaseFigures } from '../../features/purchases/purchases.api.ts'
import { usePurchaseLayout } from '../../features/purchases/use-purchase-layout.ts'
import { useRequestDialog } from '../../features/replacements/use-request-dialog.tsx'
import { errorWithReason } from '../../lib/api-error.ts'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { notifyError } from '../../ui/toast.ts'
import classes from './purchased-leads.module.css'

const openFailed = 'The lead could not be opened. Check your connection, or reload the page.'
const loadDrawer = () => import('../../features/purchases/purchase-drawer.tsx')
const PurchaseDrawer = lazyWithFallback(loadDrawer, () => (
  <p role="alert" className={classes.notFound}>
    {openFailed}
  </p>
))

/** The leads that the agent has bought, with the contacts. */
export default function PurchasedLeadsPage() {
  const list = useListFilters(purchaseFilters)
  const { lead: openLead, page, ...filters } = list.filters
  const query = useQuery(purchasePageQuery({ ...filters, page, limit: purchasesPerPage }))
  const figures = usePurchaseFigures()
  const isCaller = useAgentRole() === 'caller'
  const { layout, setLayout } = usePurchaseLayout()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const request = useRequestDialog(keepFocus)
  const drawer = useOpenPurchase(query.data?.docs, list)
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
      {drawer.isMissing && (
        <p role="status" className={classes.notFound}>
          {openLead} is not among the leads you have bought.
        </p>
      )}
      {drawer.error && (
        <RefreshFailed
          text={errorWithReason(drawer.error, `${openLead} could not be loaded.`)}
          onRetry={drawer.retry}
          retrying={drawer.isRetrying}
        />
      )}
      <PurchaseList
        query={query}
        figures={figures.data}
        list={list}
        layout={layout}
        titleRef={title}
        onOpen={drawer.open}
        onRequestReplacement={request.open}
      />
      {(drawer.purchase || drawer.isOpen) && (
        <Suspense>
          <PurchaseDrawer
            purchase={drawer.purchase}
            opened={drawer.isOpen}
            onClose={drawer.close}
            onRequestReplacement={request.open}
          />
        </Suspense>
      )}
      {request.dialog}
    </>
  )
}

/** The purchase in the address: from the page of the list, or requested if it is on another page. */
function useOpenPurchase(
  shown: readonly PurchaseEntry[] | undefined,
  list: ReturnType<typeof useListFilters<typeof purchaseFilters>>,
) {
  const { lead, page } = list.filters
  const navigate = useNavigate()
  const listed = lead ? shown?.find((purchase) => purchase.lead.leadId === lead) : undefined
  const single = useQuery({
    ...purchasePageQuery({ lead, page: 1, limit: 1 }),
    placeholderData: undefined,
    enabled: lead !== undefined && shown !== undefined && !listed,
  })
  const found = listed ?? (lead ? single.data?.docs[0] : undefined)
  // The purchase stays while the drawer closes, so that its text does not change.
  const [last, setLast] = useState<PurchaseEntry | null>(null)
  if (found && found !== last) setLast(found)
  const openedHere = useRef(false)
  const { change } = list
  const open = useCallback(
    async (leadId: string) => {
      try {
        await loadDrawer()
        openedHere.current = true
        change({ lead: leadId, page })
      } catch {
        notifyError(openFailed)
      }
    },
    [change, page],
  )
  const close = () => {
    // Closing goes back to the list, so that Back does not open the drawer again.
    if (openedHere.current) navigate(-1)
    else change({ page }, { replace: true })
    openedHere.current = false
  }
  return {
    /** Null while loading. */
    purchase: found ?? (single.isLoading ? null : last),
    isOpen: found !== undefined || single.isLoading,
    isMissing: lead !== undefined && single.isSuccess && !single.isFetching && !found,
    error: lead !== undefined && !found ? single.error : null,
    isRetrying: single.isFetching,
    retry: () => single.refetch(),
    open,
    close,
  }
}
