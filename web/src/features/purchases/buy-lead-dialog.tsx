import { formatRupees } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import { paiseFromRupees } from '@raahi/contract/money'
import type { Subscription } from '@raahi/contract/plans'
import type { PayWay } from '@raahi/contract/purchases'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/counts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormerPrice } from '../../ui/former-price.tsx'
import { Money } from '../../ui/money.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { formatLeadOdds } from '../return-odds/public/format-odds.ts'
import classes from './buy-lead-dialog.module.css'
import type { Buying } from './buying-state.ts'
import { payWays } from './pay-choice.ts'
import { PayWith } from './pay-with.tsx'

interface BuyLeadDialogProps {
  buying: Buying
  opened: boolean
  /** Balance in rupees. */
  wallet: number
  /** Rupees that the wallet lacks for the purchase. */
  missing: number
  /** The questions for the invoice of the top-up. False if the agent has answered them. */
  taxFields: ReactNode
  busy: boolean
  onChoose: (payWith: PayWay) => void
  onCancel: () => void
  onConfirm: () => void
  /** Adds the missing amount to the wallet, then buys. */
  onAddAndBuy: () => void
}

/** Asks before a lead is bought, and names the amount and the wallet or plan that pays. */
export function BuyLeadDialog(props: BuyLeadDialogProps) {
  const { buying, opened, wallet, missing, taxFields, busy } = props
  const { onChoose, onCancel, onConfirm, onAddAndBuy } = props
  const { lead, intent, plan, isOutcomeUnknown, error, odds } = buying
  const mayAdd = useAgentRole() === 'owner'
  const ways = isOutcomeUnknown ? [intent.payWith] : payWays(plan, wallet, intent.cost)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onCancel}
      onConfirm={onConfirm}
      title="Buy this lead?"
      confirmLabel="Yes, Buy!"
      tone={missing > 0 ? 'secondary' : 'action'}
      busy={busy}
      offer={
        missing > 0 &&
        mayAdd && (
          <BusyButton busy={busy} fullWidth onClick={onAddAndBuy} data-autofocus>
            Add {formatRupees(missing)} and buy
          </BusyButton>
        )
      }
      error={error}
    >
      <Changed buying={buying} />
      <p>
        <strong>
          <bdi>{lead.destination ?? destinationOpen}</bdi>
        </strong>{' '}
        for <bdi>{lead.name}</bdi>
        {lead.city && (
          <>
            {' '}
            from <bdi>{lead.city}</bdi>
          </>
        )}{' '}
        <span className={classes.whole}>({lead.leadId})</span>
      </p>
      {odds && <p className={classes.odds}>{formatLeadOdds(odds)}</p>}
      {plan && ways.length > 1 && (
        <PayWith
          value={intent.payWith}
          plan={plan}
          cost={intent.cost}
          busy={busy}
          onChange={onChoose}
        />
      )}
      {intent.payWith === 'plan' && plan ? (
        <PlanBill plan={plan} />
      ) : (
        <WalletBill wallet={wallet} cost={intent.cost} fullCost={buying.fullCost} />
      )}
      {missing > 0 && !mayAdd && (
        <div className={classes.how}>The owner of your agency can add money to the wallet.</div>
      )}
      {missing > 0 && mayAdd && (
        <>
          <div className={classes.how}>
            Pay by card or UPI. The lead is yours as soon as the money is in your wallet.
          </div>
          {taxFields && (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                onAddAndBuy()
              }}
            >
              {taxFields}
            </form>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

/** The changes since the dialog was opened, and the data that could not be loaded. */
function Changed({
  buying: { intent, plan, plansUnknown, formerCost, formerPlan },
}: {
  buying: Buying
}) {
  return (
    <>
      {formerCost !== null && (
        <p role="alert" className={classes.changed}>
          The price of this lead has changed from <Money rupees={formerCost} /> to{' '}
          <Money rupees={intent.cost} />. Nothing has been charged. Do you want it at the new price?
        </p>
      )}
      {formerPlan !== null && (
        <p role="alert" className={classes.changed}>
          Your <bdi>{formerPlan}</bdi> plan has ended or is used up. Nothing has been charged. Do
          you want to pay {plan ? 'with your next plan' : 'from your wallet'}?
        </p>
      )}
      {plansUnknown && (
        <p role="status" className={classes.changed}>
          We could not load your plans just now, so this purchase will be paid from your wallet.
        </p>
      )}
    </>
  )
}

function PlanBill({ plan: { name, leadsLeft, numberOfLeads, endDate } }: { plan: Subscription }) {
  return (
    <>
      <p>
        <strong>
          1 lead from <bdi>{name}</bdi>
        </strong>{' '}
        will be used ({formatCount(leadsLeft)} left, ends{' '}
        <span className={classes.whole}>
          <DateTime value={endDate} />)
        </span>
        . The lead is then yours alone, with its phone number and email. Your wallet is not charged.
      </p>
      <dl className={classes.bill}>
        <div>
          <dt>Leads left now</dt>
          <dd>
            {formatCount(leadsLeft)} of {formatCount(numberOfLeads)}
          </dd>
        </div>
        <div>
          <dt>This lead</dt>
          <dd>1</dd>
        </div>
        <div className={classes.after}>
          <dt>Left after</dt>
          <dd>{formatCount(leadsLeft - 1)}</dd>
        </div>
      </dl>
    </>
  )
}

interface WalletBillProps {
  wallet: number
  cost: number
  /** The price without the step for the lead's age; null: no step applies. */
  fullCost: number | null
}

function WalletBill({ wallet, cost, fullCost }: WalletBillProps) {
  const leftPaise = (paiseFromRupees(wallet) ?? 0) - (paiseFromRupees(cost) ?? 0)
  return (
    <>
      <p>
        {leftPaise < 0 ? (
          <>
            This lead costs <Money rupees={cost} />, more than your wallet balance.
          </>
        ) : (
          <>
            <Money rupees={cost} /> will be charged to your wallet. The lead is then only yours,
            with its phone number and email.
          </>
        )}
      </p>
      <dl className={classes.bill}>
        <div>
          <dt>Wallet balance</dt>
          <dd>
            <Money rupees={wallet} />
          </dd>
        </div>
        <div>
          <dt>This lead</dt>
          <dd>
            {fullCost !== null && <FormerPrice rupees={fullCost} />} <Money rupees={cost} />
          </dd>
        </div>
        <div className={classes.after} data-short={leftPaise < 0 || undefined}>
          <dt>{leftPaise < 0 ? 'Short by' : 'Balance after'}</dt>
          <dd>
            <Money paise={Math.abs(leftPaise)} />
          </dd>
        </div>
      </dl>
    </>
  )
}
