import { useMemo, useRef } from 'react'
import {
  type PurchaseFilters,
  readPurchaseFilters,
  writePurchaseFilters,
} from '../../features/purchases/purchase-filters.ts'
import { PurchaseList } from '../../features/purchases/purchase-list.tsx'
import { PurchaseSearchBar } from '../../features/purchases/purchase-search-bar.tsx'
import { PurchaseStats } from '../../features/purchases/purchase-stats.tsx'
import { usePurchases } from '../../features/purchases/purchases.api.ts'
import { useRequestDialog } from '../../features/replacements/use-request-dialog.tsx'
import { errorWithReason } from '../../lib/api-error.ts'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'

/** What the agent has bought, with the contacts. */
export default function PurchasedLeadsPage() {
  const { data: purchases, error, isFetching, refetch } = usePurchases()
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readPurchaseFilters(params), [params])

  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, purchases)
  const request = useRequestDialog(keepFocus)

  const change = (changed: Partial<PurchaseFilters>, replace = false) =>
    changeParams(
      (present) =>
        writePurchaseFilters({
          ...readPurchaseFilters(present),
          page: 1,
          lead: undefined,
          ...changed,
        }),
      { replace, toTop: changed.page !== undefined },
    )
  const failure = error && errorWithReason(error, 'The purchased leads could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  return (
    <>
      <PageHeader
        title="My Purchased Leads"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      {!(failure && !purchases) && <PurchaseStats purchases={purchases} />}
      <PurchaseSearchBar
        filters={filters}
        onChange={change}
        onRefresh={() => refetch()}
        refreshing={isFetching}
      />
      {failure && purchases && <RefreshFailed text={failure} {...retry} />}
      {purchases && (
        <PurchaseList
          purchases={purchases}
          filters={filters}
          isCurrent={!isFetching && !error}
          titleRef={title}
          onRequestReplacement={request.open}
          onPageChange={(page) => change({ page })}
        />
      )}
      {!purchases &&
        (failure ? (
          <ErrorState text={failure} {...retry} />
        ) : (
          <SkeletonList label="Loading leads..." />
        ))}
      {request.dialog}
    </>
  )
}
