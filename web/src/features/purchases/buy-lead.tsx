import type { Lead } from '@raahi/contract/leads'
import { useEffect } from 'react'
import { BuyLeadDialog } from './buy-lead-dialog.tsx'
import { BuyNotice } from './buy-notice.tsx'
import { useBuying } from './use-buying.ts'

interface BuyLeadProps {
  /** The lead that is to be bought; another object each time that somebody wants one. */
  wanted: { lead: Lead }
  /** Called when a purchase is confirmed, before anything of the list changes. */
  onConfirm: () => void
}

/**
 * Everything from Buy Now to a bought lead: the dialog that asks, and above the list why it did not happen. It stays once
 * it was needed, as it knows of purchases whose answer was lost.
 */
export default function BuyLead({ wanted, onConfirm }: BuyLeadProps) {
  const { buying, opened, wallet, busy, failure, ...does } = useBuying()
  const { start } = does
  useEffect(() => {
    void start(wanted.lead)
  }, [wanted, start])
  const confirm = () => {
    onConfirm()
    void does.confirm()
  }
  return (
    <>
      {failure && <BuyNotice failure={failure} onDismiss={does.dismissFailure} onPaid={start} />}
      {buying && (
        <BuyLeadDialog
          buying={buying}
          opened={opened}
          wallet={wallet}
          busy={busy}
          onChoose={does.choose}
          onCancel={does.cancel}
          onConfirm={confirm}
        />
      )}
    </>
  )
}
