import type { Lead } from '@raahi/contract/leads'
import { type ComponentProps, lazy, Suspense, useCallback, useRef, useState } from 'react'
import { notifyError } from '../../ui/toast.ts'
import type BuyLeadComponent from './buy-lead.tsx'
import type { WantedLead } from './buy-lead.tsx'

const loadBuyLead = () => import('./buy-lead.tsx')
const BuyLead = lazy(loadBuyLead)

interface BuyDialogOptions extends Omit<ComponentProps<typeof BuyLeadComponent>, 'wanted'> {
  /** The event id of the page that shows the leads. */
  eventId: string | undefined
  /** Loads what the screen shows after a purchase. */
  loadMore?: () => Promise<unknown>
}

/**
 * The purchase of a lead on a screen, whose script loads on demand.
 * @returns `buy`, the same function on every render; `loadAhead`, for when the pointer reaches Buy Now; and the dialog
 */
export function useBuyDialog({ eventId = '', loadMore, ...props }: BuyDialogOptions) {
  const [wanted, setWanted] = useState<WantedLead | null>(null)
  const latestEventId = useRef(eventId)
  latestEventId.current = eventId
  const load = useCallback(
    () => Promise.all([loadBuyLead(), loadMore?.().catch(() => undefined)]),
    [loadMore],
  )
  const buy = useCallback(
    async (lead: Lead) => {
      try {
        await load()
        setWanted({ lead, eventId: latestEventId.current })
      } catch {
        notifyError('The purchase could not be opened. Check your connection, or reload the page.')
      }
    },
    [load],
  )
  const loadAhead = useCallback(() => {
    // A failure is shown when the dialog is opened.
    load().catch(() => undefined)
  }, [load])
  const dialog = wanted && (
    <Suspense>
      <BuyLead wanted={wanted} {...props} />
    </Suspense>
  )
  return { buy, loadAhead, dialog }
}
