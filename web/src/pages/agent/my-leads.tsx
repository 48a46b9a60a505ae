import type { Lead } from '@raahi/contract/leads'
import { lazy, Suspense, useCallback, useRef } from 'react'
import { countLeadFilters } from '../../features/leads/lead-filters.ts'
import { LeadMarketList } from '../../features/leads/lead-market-list.tsx'
import { LeadSearchPanel } from '../../features/leads/lead-search-panel.tsx'
import { useLeadPage } from '../../features/leads/leads.api.ts'
import { useLeadFilters } from '../../features/leads/use-lead-filters.ts'
import { BuyNotice } from '../../features/purchases/buy-notice.tsx'
import { useBuying } from '../../features/purchases/use-buying.ts'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { useFocusRescue } from '../../lib/use-focus-rescue.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { notifyError } from '../../ui/toast.ts'
import classes from './my-leads.module.css'

export const meta = () => [{ title: 'All Travel Leads · Raahi' }]

const loadDialog = () => import('../../features/purchases/buy-lead-dialog.tsx')
const BuyLeadDialog = lazy(loadDialog)

/** Whoever points at Buy Now gets the dialog without waiting for its script. */
function loadDialogAhead() {
  // A failure shows when the dialog is really wanted.
  loadDialog().catch(() => undefined)
}

/** The marketplace: filters in the address, fifty leads a page, and buying one. */
export default function MyLeadsPage() {
  const { filters, change, clear } = useLeadFilters()
  const leads = useLeadPage(filters)
  const buying = useBuying()
  const list = useRef<HTMLElement>(null)
  const keepFocus = useFocusRescue(list, leads.data)

  const toPage = useCallback(
    (page: number, { replace } = { replace: false }) => change({ page }, { replace, toTop: true }),
    [change],
  )
  const { start } = buying
  const buy = useCallback(
    async (lead: Lead) => {
      try {
        await loadDialog()
        start(lead)
      } catch {
        // No connection, or a newer version has taken the script's place; the list stays either way.
        notifyError(
          'The purchase could not be opened. Check your connection, or load the page again.',
        )
      }
    },
    [start],
  )
  const confirm = () => {
    keepFocus()
    void buying.confirm()
  }
  return (
    <>
      <PageHeader
        title="All Travel Leads"
        subtitle={
          <>
            Wallet balance <Money rupees={buying.wallet} />
          </>
        }
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <AccountFailed />
      <LeadSearchPanel filters={filters} onChange={change} />
      {buying.notice && <BuyNotice text={buying.notice} onDismiss={buying.dismissNotice} />}
      <section ref={list} tabIndex={-1} aria-label="Leads" className={classes.list}>
        <h2 className={classes.heading}>Leads</h2>
        <LeadMarketList
          query={leads}
          page={filters.page}
          onPageChange={toPage}
          onBuy={buy}
          onBuyNear={loadDialogAhead}
          onClear={countLeadFilters(filters) > 0 ? clear : undefined}
        />
      </section>
      {buying.buying && (
        <Suspense>
          <BuyLeadDialog
            buying={buying.buying}
            opened={buying.opened}
            wallet={buying.wallet}
            busy={buying.busy}
            onCancel={buying.cancel}
            onConfirm={confirm}
          />
        </Suspense>
      )}
    </>
  )
}
