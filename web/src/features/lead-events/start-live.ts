import type { LeadEvent } from '@raahi/contract/lead-events'
import type { LeadPage } from '@raahi/contract/leads'
import type { Subscription } from '@raahi/contract/plans'
import type { User } from '@raahi/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { useLiveStatus } from '../../lib/live-state.ts'
import { updateSessionUser } from '../../lib/session.ts'
import { leadsKey } from '../leads/leads.api.ts'
import { subscriptionsKey } from '../plans/subscriptions.api.ts'
import { purchasesKey } from '../purchases/purchases.api.ts'
import { statementKey } from '../transactions/statement/statement.api.ts'
import { accountKey } from '../users/use-account.ts'
import { includesAll } from './event-position.ts'
import { covers, type Overlay, viewOf } from './lead-overlay.ts'
import { useLiveView } from './live-leads.ts'
import { shareStream } from './share-stream.ts'

/** A shorter interruption, as during a release, is not shown. */
const awayAfterMs = 8_000
/** How often the lists on the screen are read again without a stream. */
const pollMs = 30_000

/**
 * Keeps the screens of an agent current: the changes of leads, and wallet and plans. Without a stream it reads the lists on
 * the screen again from time to time.
 * @returns a function that stops it
 */
export function startLive(client: QueryClient, userId: string): () => void {
  const stopping = new AbortController()
  let overlay: Overlay | null = null
  let away: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined

  const setConnected = (isConnected: boolean) => {
    if (isConnected) {
      clearTimeout(away)
      away = undefined
      clearInterval(polling)
      polling = undefined
      useLiveStatus.setState({ status: 'live' })
      return
    }
    away ??= setTimeout(() => {
      useLiveStatus.setState({ status: 'away' })
      polling ??= setInterval(() => {
        if (document.visibilityState === 'visible')
          void client.invalidateQueries({ queryKey: leadsKey })
      }, pollMs)
    }, awayAfterMs)
  }
  const readUncoveredAgain = () => {
    const known = overlay
    if (known === null) return
    const isUncovered = (page: LeadPage | undefined) => page !== undefined && !covers(known, page)
    void client.invalidateQueries({
      queryKey: leadPagesKey,
      predicate: ({ state }) => isUncovered(state.data as LeadPage | undefined),
    })
  }

  setConnected(false)
  shareStream(
    userId,
    {
      readFirstId: () => oldestPageId(client),
      onChange: (changed) => {
        const isNew = overlay?.since !== changed.since
        overlay = changed
        useLiveView.setState({ view: viewOf(changed) })
        if (isNew) readUncoveredAgain()
      },
      onAccount: (account) => applyAccount(client, userId, account),
      onConnected: setConnected,
    },
    stopping.signal,
  )
  // A page that was requested before the stream began may arrive later.
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !overlay || query.state.isInvalidated) return
    if (query.queryKey[0] !== leadPagesKey[0] || query.queryKey[1] !== leadPagesKey[1]) return
    const page = query.state.data as LeadPage | undefined
    if (page && query.state.fetchStatus === 'idle' && !covers(overlay, page)) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  })
  return () => {
    stopping.abort()
    unsubscribe()
    clearTimeout(away)
    clearInterval(polling)
    useLiveView.setState({ view: null })
    useLiveStatus.setState({ status: 'starting' })
  }
}

const leadPagesKey = [...leadsKey, 'page'] as const

/** The pages of leads that this tab has read. */
function knownPages(client: QueryClient): LeadPage[] {
  return client
    .getQueriesData<LeadPage>({ queryKey: leadPagesKey, type: 'active' })
    .flatMap(([, page]) => page ?? [])
}

function oldestPageId(client: QueryClient): string | undefined {
  const ids = knownPages(client).map(({ eventId }) => eventId)
  return ids.reduce<string | undefined>(
    (oldest, id) => (oldest === undefined || includesAll(oldest, id) ? id : oldest),
    undefined,
  )
}

/** Shows the wallet, and reads again what a change in another tab, or by an admin, has made old. */
function applyAccount(
  client: QueryClient,
  userId: string,
  { wallet, planLeads, boughtLeadIds }: NonNullable<LeadEvent['account']>,
): void {
  const user = client.getQueryData<User>(accountKey)
  const plans = client.getQueryData<Subscription[]>([...subscriptionsKey, userId])
  const knownPlanLeads = plans
    ?.filter(({ status }) => status)
    .reduce((sum, { leadsLeft }) => sum + leadsLeft, 0)
  const isNews = user?.wallet !== wallet || (plans !== undefined && knownPlanLeads !== planLeads)
  if (user && user.wallet !== wallet) {
    client.setQueryData<User>(accountKey, { ...user, wallet })
    updateSessionUser({ ...user, wallet })
  }
  if (isNews) {
    for (const queryKey of [subscriptionsKey, purchasesKey, statementKey]) {
      void client.invalidateQueries({ queryKey })
    }
  }
  const bought = new Set(boughtLeadIds)
  const lacksContact = (page: LeadPage | undefined) =>
    page?.leads.some(({ _id, phone }) => phone === null && bought.has(_id)) ?? false
  void client.invalidateQueries({
    queryKey: leadPagesKey,
    predicate: ({ state }) => lacksContact(state.data as LeadPage | undefined),
  })
}
