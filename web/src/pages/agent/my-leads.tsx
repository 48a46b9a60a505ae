import type { Lead } from '@raahi/contract/leads'
import type { Subscription } from '@raahi/contract/plans'
import type { User } from '@raahi/contract/users'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAccount } from '../../features/account/public/use-account.ts'
import { useAgentRole } from '../../features/account/public/use-agent-role.ts'
import { useLivePage } from '../../features/lead-events/public/live-leads.ts'
import { leadQueryOf } from '../../features/lead-facts/public/lead-filters.ts'
import { useLeadPage } from '../../features/leads/leads.api.ts'
import { FilterChips } from '../../features/leads/market/filter-chips.tsx'
import { LeadMarketList } from '../../features/leads/market/lead-market-list.tsx'
import { useLeadsBoughtOnPage } from '../../features/leads/market/leads-bought-on-page.ts'
import { MarketFilters } from '../../features/leads/market/market-filters.tsx'
import {
  useRememberedFilters,
  useRememberQuickFilters,
} from '../../features/leads/market/use-market-choice.ts'
import { useLeadFilters } from '../../features/leads/use-lead-filters.ts'
import { subscriptionsQuery } from '../../features/plans/public/subscriptions.api.ts'
import { planFor } from '../../features/purchases/pay-choice.ts'
import { useBuyDialog } from '../../features/purchases/use-buy-dialog.tsx'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { formatCount } from '../../lib/counts.ts'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import { readLocalText, userTextKey } from '../../lib/local-texts.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListShortcuts } from '../../lib/use-list-shortcuts.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { notifyError } from '../../ui/toast.ts'
import hidden from '../../ui/visually-hidden.module.css'
import classes from './my-leads.module.css'

const loadOwnActions = () => import('../../features/purchases/own-lead-actions.tsx')
// If its script cannot be loaded, the row still shows the contact.
const OwnLeadActions = lazyWithFallback(loadOwnActions)
const LiveBar = lazyWithFallback(() => import('../../features/lead-events/live-bar.tsx'))
const MarketSearches = lazyWithFallback(
  () => import('../../features/saved-searches/market-searches.tsx'),
)
const loadHelp = () => import('../../features/leads/market/shortcuts-dialog.tsx')
const ShortcutsDialog = lazy(loadHelp)
/** The keys of the list. `b` opens the purchase dialog. */
const leadKeys = { rowAttribute: 'data-lead', buttons: { b: 'data-buy' } }

function drawOwnActions(lead: Lead) {
  return (
    <Suspense>
      <OwnLeadActions lead={lead} />
    </Suspense>
  )
}

/** The marketplace. No leads are requested before the remembered filters are in the address. */
export default function MyLeadsPage() {
  return useRememberedFilters() ? null : <Marketplace />
}

/** The list of leads with filters in the address and fifty leads per page, and the purchase of a lead. */
function Marketplace() {
  const list = useLeadFilters(useRememberQuickFilters())
  const { filters } = list
  const leads = useLeadPage(leadQueryOf(filters))
  const page = useLivePage(leads.data)
  const isLoaded = page !== undefined
  const { user } = useAccount()
  const plans = useQuery(subscriptionsQuery(user._id)).data
  const [bought, addBought] = useLeadsBoughtOnPage(filters, page)
  const searchesNote = userTextKey('searches', user._id)
  // The number of searches on the last visit. It reserves their line, so that the list below does not move.
  const [knownSearches] = useState(() => readLocalText(searchesNote))
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, leads.data)
  const [saves, setSaves] = useState(0)
  const help = useShortcutsHelp(section)
  const purchase = useBuyDialog({
    eventId: leads.data?.eventId,
    onConfirm: keepFocus,
    onBought: addBought,
    loadMore: loadOwnActions,
  })
  const row = {
    isPaidByPlan: (lead: Lead) => planFor(plans ?? [], lead) !== null,
    drawOwnActions,
    onBuy: purchase.buy,
    onBuyNear: purchase.loadAhead,
  }
  const showAll = () => {
    keepFocus()
    list.clear()
  }
  const showNew = () => {
    keepFocus()
    if (filters.page > 1) list.goToPage(1)
    void leads.refetch()
  }
  return (
    <>
      <Header user={user} plans={plans} onHelp={help.open} />
      <AccountFailed />
      <MarketFilters list={list} />
      <FilterChips list={list} page={leads.data} onSave={() => setSaves((count) => count + 1)} />
      <div className={knownSearches === '0' ? undefined : classes.saved}>
        {isLoaded && (
          <Suspense>
            <MarketSearches
              list={list}
              saves={saves}
              noteKey={searchesNote}
              isNew={knownSearches === null}
              {...row}
            />
          </Suspense>
        )}
      </div>
      {purchase.dialog}
      <section ref={section} tabIndex={-1} aria-label="Leads" className={classes.list}>
        <h2 className={hidden.hidden}>Leads</h2>
        {isLoaded && (
          <Suspense>
            <LiveBar page={leads.data} filters={filters} onShowNew={showNew} />
          </Suspense>
        )}
        <LeadMarketList
          query={leads}
          shown={page}
          list={list}
          bought={bought}
          onShowAll={showAll}
          {...row}
        />
      </section>
      {help.dialog}
    </>
  )
}

interface HeaderProps {
  user: User
  plans: readonly Subscription[] | undefined
  onHelp: () => void
}

/** The title with the balance, and the number of leads that the agent's plans have left. */
function Header({ user, plans, onHelp }: HeaderProps) {
  const isOwner = useAgentRole() === 'owner'
  // An agent without a plan does not need to wait for the plans.
  const planLeads = (plans ?? (user.plan ? undefined : []))
    ?.filter(({ status }) => status)
    .reduce((sum, { leadsLeft }) => sum + leadsLeft, 0)
  return (
    <PageHeader
      title="All Travel Leads"
      back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      isCompact
      actions={
        <>
          <p className={classes.balance}>
            Wallet balance{' '}
            {isOwner ? (
              <Link to="/dashboard/wallet">
                <Money rupees={user.wallet} />
              </Link>
            ) : (
              <strong>
                <Money rupees={user.wallet} />
              </strong>
            )}
          </p>
          <p className={classes.balance}>
            <span>
              Plan leads <span>left</span>
            </span>{' '}
            {planLeads === 0 && isOwner ? (
              <Link to="/dashboard/plans">Get a plan</Link>
            ) : (
              <strong>{planLeads === undefined ? '—' : formatCount(planLeads)}</strong>
            )}
          </p>
          <button type="button" className={classes.help} onClick={onHelp}>
            Shortcuts
          </button>
        </>
      }
    />
  )
}

/** The keyboard shortcuts of the list, and the dialog that explains them, whose script loads on demand. */
function useShortcutsHelp(section: RefObject<HTMLElement | null>) {
  const [state, setState] = useState({ wanted: false, opened: false })
  const open = useCallback(async () => {
    try {
      await loadHelp()
      setState({ wanted: true, opened: true })
    } catch {
      notifyError('The help could not be opened. Check your connection, or reload the page.')
    }
  }, [])
  useListShortcuts(section, leadKeys, open)
  const dialog = state.wanted && (
    <Suspense>
      <ShortcutsDialog
        opened={state.opened}
        onClose={() => setState({ wanted: true, opened: false })}
      />
    </Suspense>
  )
  return { open: () => void open(), dialog }
}
