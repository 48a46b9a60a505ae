import type { Plan } from '@raahi/contract/plans'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, isRefusal } from '../../lib/api-error.ts'
import { accountKey } from '../../lib/query-keys.ts'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useAccount } from '../account/public/use-account.ts'
import { usePlans } from '../plans/public/plans.api.ts'
import { buyFromWallet, orderPlan } from './payments.api.ts'
import { useTaxDetails } from './public/use-tax-details.tsx'
import { useCheckout } from './use-checkout.ts'
import { useWalletOffer } from './use-wallet-offer.ts'

export type BuyingPlan = ReturnType<typeof useBuyingPlan>

/**
 * State and actions of buying a plan. The dialog keeps the terms with which it was opened, and orders at no others:
 * if they have changed, it shows the new terms and asks again.
 */
export function useBuyingPlan() {
  const queryClient = useQueryClient()
  const plans = usePlans({ enabled: true })
  const { target: plan, opened, open, close } = useDialogTarget<Plan>()
  const { user } = useAccount()
  /** The free plan was refused because the email address is not confirmed. */
  const [needsEmail, setNeedsEmail] = useState(false)
  /** The plan was removed meanwhile. */
  const [isRemoved, setRemoved] = useState(false)
  const { checkout, processing, pay, reset } = useCheckout({
    onReceived: (received, shown) => {
      if (shown) return
      const name = received.by === 'payment' && received.order.subscription?.name
      notifySuccess(name ? `Payment received. ${name} is now active.` : 'Payment received.')
    },
    onRefused: async (error) => {
      const changed = isRefusal(error, 'PLAN_PRICE_CHANGED')
      if (isRefusal(error, 'PLAN_NOT_FOUND')) setRemoved(true)
      if (isRefusal(error, 'EMAIL_NOT_CONFIRMED')) setNeedsEmail(true)
      if (isRefusal(error, 'INSUFFICIENT_WALLET_BALANCE')) refreshAccount()
      const { data } = await plans.refetch()
      const current = data?.find(({ _id }) => _id === plan?._id)
      if (changed && current) open(current)
    },
  })
  const refreshAccount = () => void queryClient.invalidateQueries({ queryKey: accountKey })
  const tax = useTaxDetails(opened && plan !== null && plan.price > 0)
  const saving = useSingleRun()
  const { emailConfirmed } = user
  useEffect(() => {
    // The address was confirmed elsewhere, so the refusal is obsolete.
    if (!needsEmail || !emailConfirmed) return
    setNeedsEmail(false)
    reset()
  }, [needsEmail, emailConfirmed])
  const { isUnanswered, payFromWallet } = usePayingFromWallet(plan, pay)
  const start = (chosen: Plan) => {
    // An unconfirmed payment of the same plan is shown again, so that it is not paid twice.
    if (checkout.step !== 'unconfirmed' || chosen._id !== plan?._id) reset()
    setRemoved(false)
    setNeedsEmail(false)
    // The offer of the wallet names the missing amount.
    if (user.wallet < chosen.price) refreshAccount()
    open(chosen)
  }
  useNamedPlan(plans.data, start)
  return {
    plan,
    opened,
    isRemoved,
    needsEmail,
    isUnanswered,
    checkout,
    processing: processing || saving.busy,
    taxFields: plan !== null && plan.price > 0 && tax.fields,
    offer: useWalletOffer(plan, isUnanswered),
    start,
    confirm: () => {
      if (!plan || isRemoved || needsEmail || isUnanswered) return
      void saving.run(async () => {
        if (plan.price > 0 && !(await tax.save())) return
        void pay({
          intent: `plan ${plan._id} ${plan.price}`,
          description: plan.planName,
          withoutWindow: plan.price === 0,
          placeOrder: (idempotencyKey) => orderPlan(plan, idempotencyKey),
        })
      })
    },
    payFromWallet: () => {
      if (!isRemoved) payFromWallet()
    },
    close: () => {
      if (processing || saving.busy) return
      if (checkout.step !== 'unconfirmed') reset()
      close()
    },
  }
}

type Pay = ReturnType<typeof useCheckout>['pay']

/**
 * Pays a plan from the wallet. A payment whose response was lost is repeated with the same key; until it is answered,
 * nothing else is offered.
 */
function usePayingFromWallet(plan: Plan | null, pay: Pay) {
  /** The intent of the payment whose response was lost. */
  const [unanswered, setUnanswered] = useState<string | null>(null)
  const intent = plan && `plan from wallet ${plan._id} ${plan.price}`
  const payFromWallet = () => {
    if (!plan || !intent) return
    const placeOrder = async (idempotencyKey: string) => {
      try {
        const granted = await buyFromWallet(plan, idempotencyKey)
        setUnanswered(null)
        return granted
      } catch (error) {
        const isLost = error instanceof ApiError && error.isOutcomeUnknown
        setUnanswered(isLost ? intent : null)
        throw error
      }
    }
    void pay({ intent, description: plan.planName, withoutWindow: true, placeOrder })
  }
  return { isUnanswered: intent !== null && unanswered === intent, payFromWallet }
}

/** Opens the plan that the address names once, as a link to a purchase does. */
function useNamedPlan(plans: readonly Plan[] | undefined, onOpen: (plan: Plan) => void) {
  const [params, changeParams] = useAddressParams()
  const named = params.get('plan')
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (!named) return
    setWanted(named)
    const withoutPlan = (present: URLSearchParams) => {
      const others = new URLSearchParams(present)
      others.delete('plan')
      return others
    }
    changeParams(withoutPlan, { replace: true })
  }, [named])
  useEffect(() => {
    // Opened after the address has changed, because the dialog adds a history entry on phones.
    if (named || !wanted || !plans) return
    setWanted(null)
    const plan = plans.find(({ _id }) => _id === wanted)
    if (plan) onOpen(plan)
  }, [named, wanted, plans])
}
