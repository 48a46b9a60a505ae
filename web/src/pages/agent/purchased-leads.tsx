import { useRef } from 'react'
import { purchaseFilters } from '../../features/purchases/purchase-filters.ts'
import { PurchaseList } from '../../features/purchases/purchase-list.tsx'
import { PurchaseSearchBar } from '../../features/purchases/purchase-search-bar.tsx'
import { PurchaseStats } from '../../features/purchases/purchase-stats.tsx'
import { usePurchases } from '../../features/purchases/purchases.api.ts'
import { useRequestDialog } from '../../features/replacements/use-request-dialog.tsx'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { PageHeader } from '../../ui/page-header.tsx'

/** What the agent has bought, with the contacts. */
export default function PurchasedLeadsPage() {
  const query = usePurchases()
  const { data: purchases, error, isFetching, refetch } = query
  const list = useListFilters(purchaseFilters)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, purchases)
  const request = useRequestDialog(keepFocus)
  return (
    <>
      <PageHeader
        title="My Purchased Leads"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      {(purchases || !error) && <PurchaseStats purchases={purchases} />}
      <PurchaseSearchBar list={list} onRefresh={() => refetch()} refreshing={isFetching} />
      <PurchaseList
        query={query}
        list={list}
        titleRef={title}
        onRequestReplacement={request.open}
      />
      {request.dialog}
    </>
  )
}
