import type { Lead } from '@raahi/contract/leads'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { leadQueryOf } from '../../features/leads/lead-filters.ts'
import { LeadSearchPanel } from '../../features/leads/lead-search-panel.tsx'
import { useLeadPage } from '../../features/leads/leads.api.ts'
import { useBoughtHere } from '../../features/leads/market/bought-here.ts'
import { LeadMarketList } from '../../features/leads/market/lead-market-list.tsx'
import { useLeadFilters } from '../../features/leads/use-lead-filters.ts'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { useAccount } from '../../features/users/use-account.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { notifyError } from '../../ui/toast.ts'
import classes from './my-leads.module.css'

const loadBuying = () => import('../../features/purchases/buy-lead.tsx')
const BuyLead = lazy(loadBuying)

/** Loads the script of the dialog when the pointer reaches Buy Now. */
function loadBuyingAhead() {
  // A failure shows when the dialog is really wanted.
  loadBuying().catch(() => undefined)
}

/** The marketplace: filters in the address, fifty leads a page, and buying one. */
export default function MyLeadsPage() {
  const list = useLeadFilters()
  const { filters } = list
  const leads = useLeadPage(leadQueryOf(filters))
  const { user } = useAccount()
  const [wanted, setWanted] = useState<{ lead: Lead } | null>(null)
  const [bought, keepBought] = useBoughtHere(filters, leads.data)
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, leads.data)

  const buy = useCallback(async (lead: Lead) => {
    try {
      await loadBuying()
      setWanted({ lead })
    } catch {
      // No connection, or a newer version has taken the script's place; the list stays either way.
      notifyError('The purchase could not be opened. Check your connection, or reload the page.')
    }
  }, [])
  return (
    <>
      <PageHeader
        title="All Travel Leads"
        subtitle={
          <>
            Wallet balance <Money rupees={user.wallet} />
          </>
        }
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <AccountFailed />
      <LeadSearchPanel list={list} canClear={false} />
      {wanted && (
        <Suspense>
          <BuyLead wanted={wanted} onConfirm={keepFocus} onBought={keepBought} />
        </Suspense>
      )}
      <section ref={section} tabIndex={-1} aria-label="Leads" className={classes.list}>
        <h2 className={classes.heading}>Leads</h2>
        <LeadMarketList
          query={leads}
          list={list}
          bought={bought}
          onBuy={buy}
          onBuyNear={loadBuyingAhead}
        />
      </section>
    </>
  )
}
