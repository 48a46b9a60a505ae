import { paiseFromRupees } from '@raahi/contract/money'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Money } from '../../ui/money.tsx'
import classes from './buy-lead-dialog.module.css'
import type { Buying } from './use-buying.ts'

interface BuyLeadDialogProps {
  buying: Buying
  opened: boolean
  /** Balance in rupees. */
  wallet: number
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a lead is bought, and says what will be charged to what. */
export default function BuyLeadDialog({
  buying: { lead, intent, formerCost, error },
  opened,
  wallet,
  busy,
  onCancel,
  onConfirm,
}: BuyLeadDialogProps) {
  // Opened once it stands: a dialog that is open from its first drawing has not seen the button that
  // opened it, and could not give the focus back to it.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  const leftPaise = (paiseFromRupees(wallet) ?? 0) - (paiseFromRupees(intent.cost) ?? 0)
  return (
    <ConfirmDialog
      opened={shown}
      onClose={onCancel}
      onConfirm={onConfirm}
      title="Buy this lead?"
      confirmLabel="Yes, Buy!"
      busy={busy}
      error={error}
    >
      {formerCost !== null && (
        <p role="alert" className={classes.changed}>
          The price of this lead has changed from <Money rupees={formerCost} /> to{' '}
          <Money rupees={intent.cost} />. Nothing has been charged. Do you want it at the new price?
        </p>
      )}
      <p>
        <strong>{lead.destination}</strong> for {lead.name} from {lead.city} ({lead.leadId})
      </p>
      <p>
        <Money rupees={intent.cost} /> will be charged to your wallet. The lead is then yours alone,
        with its phone number and email.
      </p>
      <dl className={classes.bill}>
        <div>
          <dt>Wallet balance now</dt>
          <dd>
            <Money rupees={wallet} />
          </dd>
        </div>
        <div>
          <dt>This lead</dt>
          <dd>
            <Money rupees={intent.cost} />
          </dd>
        </div>
        <div className={classes.after} data-short={leftPaise < 0 || undefined}>
          <dt>{leftPaise < 0 ? 'Short by' : 'Balance after'}</dt>
          <dd>
            <Money paise={Math.abs(leftPaise)} />
          </dd>
        </div>
      </dl>
    </ConfirmDialog>
  )
}
