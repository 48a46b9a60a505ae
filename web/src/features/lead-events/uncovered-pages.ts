import type { LeadPage } from '@raahi/contract/leads'
import type { QueryClient } from '@tanstack/react-query'
import { leadsKey } from '../../lib/query-keys.ts'
import { isSameRun } from './event-position.ts'
import { covers, type Overlay } from './public/lead-overlay.ts'

export const leadPagesKey = [...leadsKey, 'page'] as const

/** Delay before a page that is still too old is refetched, for example because a replica answered. */
const readAgainAfterMs = 1_000

/**
 * Refetches pages that are older than the overlay, because the changes between them are unknown. A page of another run
 * of the database is refetched only once per overlay: after a restart, pages are newer than the overlay until the
 * stream starts again, and would be refetched endlessly.
 */
export function keepPagesCovered(client: QueryClient, readOverlay: () => Overlay | null) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const readAgain = (test: (page: LeadPage, overlay: Overlay) => boolean) => {
    const overlay = readOverlay()
    if (overlay === null) return
    void client.invalidateQueries({
      queryKey: leadPagesKey,
      predicate({ state }) {
        const page = state.data as LeadPage | undefined
        return page !== undefined && test(page, overlay)
      },
    })
  }
  const isUncovered = (page: LeadPage, overlay: Overlay) => !covers(overlay, page)
  const isOlder = (page: LeadPage, overlay: Overlay) =>
    isSameRun(page.eventId, overlay.since) && isUncovered(page, overlay)

  // A page that was requested before the stream began may arrive later.
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    const overlay = readOverlay()
    if (type !== 'updated' || !overlay || query.state.isInvalidated) return
    if (query.queryKey[0] !== leadPagesKey[0] || query.queryKey[1] !== leadPagesKey[1]) return
    const page = query.state.data as LeadPage | undefined
    if (!page || query.state.fetchStatus !== 'idle' || !isOlder(page, overlay)) return
    timer ??= setTimeout(() => {
      timer = undefined
      readAgain(isOlder)
    }, readAgainAfterMs)
  })
  return {
    /** Refetches all uncovered pages. Call it for each new overlay. */
    readUncovered: () => readAgain(isUncovered),
    stop() {
      unsubscribe()
      clearTimeout(timer)
    },
  }
}
