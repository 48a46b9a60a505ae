import { formatRupees } from '@raahi/contract/formats'
import { paiseFromRupees } from '@raahi/contract/money'
import type { Plan } from '@raahi/contract/plans'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Money } from '../../ui/money.tsx'
import { notifyError } from '../../ui/toast.ts'
import { useAccount } from '../account/public/use-account.ts'
import type { WalletOffer as Offer } from './use-wallet-offer.ts'
import { rupeesToTopUp } from './use-wallet-offer.ts'
import classes from './wallet-offer.module.css'

const loadTopUp = () => import('./public/top-up-dialog.tsx')
const TopUpDialog = lazy(() => loadTopUp().then((parts) => ({ default: parts.TopUpDialog })))

/** The top-up before a plan is paid from the wallet. */
export function usePlanTopUp(plan: Plan | null, payFromWallet: () => void) {
  const { user, query: account } = useAccount()
  const { busy, run } = useSingleRun()
  const [topUp, setTopUp] = useState<{ rupees: number; opened: boolean } | null>(null)
  const isPaid = useRef(false)
  const addAndBuy = () =>
    run(async () => {
      if (!plan) return
      try {
        await loadTopUp()
      } catch {
        notifyError('The top-up could not be opened. Check your connection, or reload the page.')
        return
      }
      // An admin may have added money meanwhile.
      const { data } = await account.refetch()
      const rupees = rupeesToTopUp((data ?? user).wallet, plan.price)
      isPaid.current = false
      if (rupees > 0) setTopUp({ rupees, opened: true })
      else payFromWallet()
    })
  const end = () => {
    setTopUp((last) => last && { ...last, opened: false })
    if (isPaid.current) payFromWallet()
    isPaid.current = false
  }
  return {
    busy,
    isOpen: topUp?.opened === true,
    addAndBuy,
    dialog: topUp && (
      <Suspense>
        <TopUpDialog
          opened={topUp.opened}
          onClose={end}
          suggestedRupees={topUp.rupees}
          payAtOnce
          onPaid={() => {
            isPaid.current = true
          }}
        />
      </Suspense>
    ),
  }
}

interface WalletOfferProps {
  offer: Offer
  plan: Plan
  /** The earlier payment from the wallet may have succeeded. */
  isUnanswered: boolean
  busy: boolean
  onPay: () => void
  onAddAndBuy: () => void
}

/** Offers to pay a plan from the wallet, or to add the missing money first. */
export function WalletOffer({
  offer,
  plan,
  isUnanswered,
  busy,
  onPay,
  onAddAndBuy,
}: WalletOfferProps) {
  const { user } = useAccount()
  if (offer.way === 'kyc') {
    return (
      <p className={classes.kyc}>
        To pay from your wallet, we first need to approve your KYC document. See{' '}
        <Link to="/dashboard/user-profile#kyc">your profile</Link>.
      </p>
    )
  }
  if (offer.way === 'add') {
    return (
      <Way
        button={
          <BusyButton variant="default" fullWidth busy={busy} onClick={onAddAndBuy}>
            Add {formatRupees(offer.rupees)} and buy
          </BusyButton>
        }
      >
        Your wallet has <Money rupees={user.wallet} />. Add the missing{' '}
        <Money rupees={offer.rupees} /> by card or UPI; the plan is then paid from your wallet.
      </Way>
    )
  }
  const leftPaise = (paiseFromRupees(user.wallet) ?? 0) - (paiseFromRupees(plan.price) ?? 0)
  return (
    <Way
      button={
        <BusyButton fullWidth busy={busy} onClick={onPay} data-autofocus>
          {busy ? 'Processing..' : `Pay from wallet ${formatRupees(plan.price)}`}
        </BusyButton>
      }
    >
      {isUnanswered ? (
        'The earlier payment may have gone through. Paying again never charges you twice.'
      ) : (
        <>
          Balance after: <Money paise={leftPaise} />. A top-up already has its tax invoice, so you
          get no further one.
        </>
      )}
    </Way>
  )
}

function Way({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.way}>
      {button}
      <p>{children}</p>
    </div>
  )
}
