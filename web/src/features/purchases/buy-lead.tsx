import type { Lead } from '@raahi/contract/leads'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifyError } from '../../ui/toast.ts'
import { useLiveLead } from '../lead-events/public/live-leads.ts'
import { useTaxDetails } from '../payments/public/use-tax-details.tsx'
import { BuyLeadDialog } from './buy-lead-dialog.tsx'
import { BuyNotice } from './buy-notice.tsx'
import type { Buying } from './buying-state.ts'
import { rupeesToAdd } from './pay-choice.ts'
import { useBuying } from './use-buying.ts'

const loadTopUp = () => import('../payments/public/top-up-dialog.tsx')
const TopUpDialog = lazy(() => loadTopUp().then((parts) => ({ default: parts.TopUpDialog })))

/** A lead to buy, and the event id of the page that shows it. */
export interface WantedLead {
  lead: Lead
  eventId: string
}

interface BuyLeadProps {
  /** The lead to buy: a new object for each press of Buy Now. */
  wanted: WantedLead
  /** Called when a purchase is confirmed, before the list changes. */
  onConfirm: () => void
  /** Called with the lead after the purchase, with its contact. */
  onBought: (lead: Lead) => void
}

/**
 * Buys a lead: the confirmation dialog, the top-up, and the notice of a failed purchase above the list. It stays
 * mounted after its first use, because it keeps the purchases whose response was lost.
 */
export default function BuyLead({ wanted, onConfirm, onBought }: BuyLeadProps) {
  const { buying, opened, wallet, topUp, busy, failure, ...does } = useBuying({ onBought })
  const topUpPaid = useRef(false)
  useEffect(() => {
    void does.start(wanted.lead)
  }, [wanted])
  const present = useLiveLead(buying?.lead, wanted.eventId)
  useEffect(() => {
    if (opened && present) does.follow(present)
  }, [opened, present, buying, busy])
  const confirm = () => {
    onConfirm()
    void does.confirm()
  }
  const missing = buying ? missingRupees(buying, wallet) : 0
  // While the top-up is open too, so that an agent who leaves the checkout can correct the details.
  const tax = useTaxDetails(missing > 0 && (opened || Boolean(topUp?.opened)))
  const saving = useSingleRun()
  const addAndBuy = () =>
    saving.run(async () => {
      try {
        await loadTopUp()
      } catch {
        notifyError('The top-up could not be opened. Check your connection, or reload the page.')
        return
      }
      if (!(await tax.save())) return
      topUpPaid.current = false
      await does.startTopUp(onConfirm)
    })
  const endTopUp = () => {
    if (topUpPaid.current) onConfirm()
    void does.endTopUp(topUpPaid.current)
  }
  return (
    <>
      {failure && (
        <BuyNotice failure={failure} onDismiss={does.dismissFailure} onPaid={does.start} />
      )}
      {buying && (
        <BuyLeadDialog
          buying={buying}
          opened={opened}
          wallet={wallet}
          missing={missing}
          taxFields={tax.fields}
          busy={busy || saving.busy}
          onChoose={does.choose}
          onCancel={does.cancel}
          onConfirm={confirm}
          onAddAndBuy={addAndBuy}
        />
      )}
      {topUp && (
        <Suspense>
          <TopUpDialog
            opened={topUp.opened}
            onClose={endTopUp}
            suggestedRupees={topUp.rupees}
            payAtOnce
            onPaid={() => {
              topUpPaid.current = true
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the wallet lacks, in rupees. A purchase whose response was lost may have been paid already. */
function missingRupees({ intent, isOutcomeUnknown }: Buying, wallet: number): number {
  return intent.payWith === 'wallet' && !isOutcomeUnknown ? rupeesToAdd(wallet, intent.cost) : 0
}
