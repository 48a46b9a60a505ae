import type { LeadEvent } from '@raahi/contract/lead-events'
import type { LeadPage } from '@raahi/contract/leads'
import type { Subscription } from '@raahi/contract/plans'
import type { User } from '@raahi/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { useLiveStatus } from '../../lib/live-state.ts'
import {
  accountKey,
  automaticBuyingKey,
  leadsKey,
  pipelineKey,
  purchasesKey,
  quotesKey,
  savedSearchesKey,
  skippedLeadsKey,
  statementKey,
  subscriptionsKey,
} from '../../lib/query-keys.ts'
import { updateSessionUser } from '../../lib/session.ts'
import { readMark } from '../push-alerts/public/push-mark.ts'
import { includesAll } from './event-position.ts'
import { createLiveView, type Overlay } from './public/lead-overlay.ts'
import { useLiveView } from './public/live-leads.ts'
import { shareStream } from './share-stream.ts'
import { keepPagesCovered, leadPagesKey } from './uncovered-pages.ts'

/** Shorter interruptions, such as a deployment, are not shown. */
const awayAfterMs = 8_000
/** Interval at which the lists on the screen are refetched while there is no stream. */
const pollMs = 30_000
/**
 * Delay before the saved searches are refetched after new leads. The server matches a new lead within about two
 * seconds. The random part spreads the requests of all screens.
 */
const searchesAfterMs = { min: 3_000, random: 5_000 }

/**
 * Keeps the screens of an agent up to date: leads, wallet and plans. While there is no stream, it refetches the lists
 * on the screen at an interval.
 * @returns a function that stops it
 */
export function startLive(client: QueryClient, userId: string): () => void {
  const stopping = new AbortController()
  let overlay: Overlay | null = null
  let away: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let searches: ReturnType<typeof setTimeout> | undefined

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
        if (document.visibilityState !== 'visible') return
        void client.invalidateQueries({ queryKey: leadsKey })
        readOwnAgain(client)
      }, pollMs)
    }, awayAfterMs)
  }
  const readSearchesLater = () => {
    const waitMs = searchesAfterMs.min + Math.random() * searchesAfterMs.random
    searches ??= setTimeout(() => {
      searches = undefined
      void client.invalidateQueries({ queryKey: savedSearchesKey })
    }, waitMs)
  }
  const pages = keepPagesCovered(client, () => overlay)

  // Runs after the first screen, like the rest of this module.
  if (readMark(userId)) {
    void import('../push-alerts/public/resume-push.ts')
      .then(({ resumePush }) => resumePush(userId))
      // The next visit tries again.
      .catch(() => undefined)
  }
  setConnected(false)
  shareStream(
    userId,
    {
      readFirstId: () => oldestPageId(client),
      onChange: (changed) => {
        const isNew = overlay?.since !== changed.since
        overlay = changed
        useLiveView.setState({ view: createLiveView(changed) })
        if (isNew) pages.readUncovered()
      },
      onAccount: (account) => applyAccount(client, userId, account),
      onNewLeads: readSearchesLater,
      onCards: (leadIds) => readCardsAgain(client, leadIds),
      onReadAgain: () => readOwnAgain(client),
      // A card may have changed after the board was read. Leads and the account need no refetch: pages have event ids,
      // and `applyAccount` compares the values.
      onFirstConnected: () => readCardsAgain(client),
      onConnected: setConnected,
    },
    stopping.signal,
  )
  return () => {
    stopping.abort()
    pages.stop()
    clearTimeout(away)
    clearTimeout(searches)
    clearInterval(polling)
    useLiveView.setState({ view: null })
    useLiveStatus.setState({ status: 'starting' })
  }
}

/** The queries that a purchase or a payment affects, besides the account. */
const spendingKeys = [
  subscriptionsKey,
  purchasesKey,
  pipelineKey,
  statementKey,
  automaticBuyingKey,
  skippedLeadsKey,
]
/** The agent's data, except the leads. */
const ownKeys = [accountKey, savedSearchesKey, quotesKey, ...spendingKeys]

function readOwnAgain(client: QueryClient): void {
  for (const queryKey of ownKeys) void client.invalidateQueries({ queryKey })
}

/**
 * Refetches the lists of cards and of purchases, the changed cards that are open, and the open quote.
 * @param leadIds the lead ids of the changed cards; undefined refetches all open cards
 */
function readCardsAgain(client: QueryClient, leadIds?: readonly string[]): void {
  void client.invalidateQueries({
    queryKey: pipelineKey,
    predicate: ({ queryKey: [, kind, leadId] }) =>
      kind !== 'card' || !leadIds || leadIds.includes(String(leadId)),
  })
  void client.invalidateQueries({ queryKey: [...purchasesKey, 'page'] })
  void client.invalidateQueries({
    queryKey: quotesKey,
    predicate: ({ queryKey: [, kind] }) => kind === 'one' || kind === 'purchase',
  })
}

/** The pages of leads on the screen. */
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

/** Shows the new balance, and refetches the queries that a change in another tab or by an admin has made stale. */
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
    for (const queryKey of spendingKeys) void client.invalidateQueries({ queryKey })
  }
  const bought = new Set(boughtLeadIds)
  const lacksContact = (page: LeadPage | undefined) =>
    page?.leads.some(({ _id, phone }) => phone === null && bought.has(_id)) ?? false
  void client.invalidateQueries({
    queryKey: leadPagesKey,
    predicate: ({ state }) => lacksContact(state.data as LeadPage | undefined),
  })
}
