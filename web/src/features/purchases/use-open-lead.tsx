import type { PurchaseEntry } from '@raahi/contract/purchases'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import type { ChangeOptions } from '../../lib/use-address-params.ts'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { notifyError } from '../../ui/toast.ts'
import { purchasePageQuery } from './purchases.api.ts'
import classes from './use-open-lead.module.css'

const openFailed = 'The lead could not be opened. Check your connection, or reload the page.'
const PurchaseDrawer = lazyWithFallback(
  () => import('./purchase-drawer.tsx'),
  // Closes again, so that each further click says so too.
  function DrawerFailed({ opened, onClose }) {
    useEffect(() => {
      if (!opened) return
      notifyError(openFailed)
      onClose()
    }, [opened])
    return null
  },
)

/** A list whose address has the number of the open lead. */
interface List {
  filters: { lead?: string | undefined; page: number }
  change: (changed: { lead?: string; page: number }, options?: ChangeOptions) => void
}

interface Options {
  /** The purchases on the screen. A lead that is not among them is requested, once they are loaded. */
  shown: readonly PurchaseEntry[] | undefined
  onRequestReplacement: (purchase: PurchaseEntry) => void
}

/** The bought lead in the address, in a drawer. */
export function useOpenLead(list: List, { shown, onRequestReplacement }: Options) {
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
    (leadNumber: string) => {
      openedHere.current = true
      change({ lead: leadNumber, page })
    },
    [change, page],
  )
  const close = () => {
    // Closing goes back, so that Back does not open the drawer again.
    if (openedHere.current) navigate(-1)
    else change({ page }, { replace: true })
    openedHere.current = false
  }
  const isMissing = lead !== undefined && single.isSuccess && !single.isFetching && !found
  /** Null while loading. */
  const purchase = found ?? (single.isLoading ? null : last)
  const isOpen = found !== undefined || single.isLoading
  return {
    open,
    /** Says that the lead was not found, or could not be loaded. */
    note: isMissing ? (
      <p role="status" className={classes.note}>
        {lead} is not among the leads you have bought.
      </p>
    ) : (
      lead !== undefined &&
      !found &&
      single.error && (
        <RefreshFailed
          text={errorWithReason(single.error, `${lead} could not be loaded.`)}
          onRetry={() => single.refetch()}
          retrying={single.isFetching}
        />
      )
    ),
    drawer: (purchase || isOpen) && (
      <Suspense>
        <PurchaseDrawer
          purchase={purchase}
          opened={isOpen}
          onClose={close}
          onRequestReplacement={onRequestReplacement}
        />
      </Suspense>
    ),
  }
}
