import type { Plan } from '@raahi/contract/plans'
import { useEffect, useState } from 'react'
import { isRefusal } from '../../lib/api-error.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { usePlans } from '../plans/plans.api.ts'
import { useAccount } from '../users/use-account.ts'
import { orderPlan } from './payments.api.ts'
import { useCheckout } from './use-checkout.ts'

export type BuyingPlan = ReturnType<typeof useBuyingPlan>

/**
 * State and actions of buying a plan. The dialog keeps the terms with which it was opened, and orders at no others:
 * if they have changed, it shows the new terms and asks again.
 */
export function useBuyingPlan() {
  const plans = usePlans({ enabled: true })
  const { target: plan, opened, open, close } = useDialogTarget<Plan>()
  const { user } = useAccount()
  /** The free plan was refused because the email address is not confirmed. */
  const [needsEmail, setNeedsEmail] = useState(false)
  /** The plan was removed meanwhile. */
  const [gone, setGone] = useState(false)
  const { checkout, processing, pay, forget } = useCheckout({
    onReceived: (received, shown) => {
      if (shown) return
      const name = received.by === 'payment' && received.order.subscription?.name
      notifySuccess(name ? `Payment received. ${name} is now active.` : 'Payment received.')
    },
    onRefused: async (error) => {
      const changed = isRefusal(error, 'PLAN_PRICE_CHANGED')
      if (isRefusal(error, 'PLAN_NOT_FOUND')) setGone(true)
      if (isRefusal(error, 'EMAIL_NOT_CONFIRMED')) setNeedsEmail(true)
      const { data } = await plans.refetch()
      const present = data?.find(({ _id }) => _id === plan?._id)
      if (changed && present) open(present)
    },
  })
  const { emailConfirmed } = user
  useEffect(() => {
    // The address was confirmed elsewhere, so the refusal is obsolete.
    if (!needsEmail || !emailConfirmed) return
    setNeedsEmail(false)
    forget()
  }, [needsEmail, emailConfirmed])
  return {
    plan,
    opened,
    gone,
    needsEmail,
    checkout,
    processing,
    start: (wanted: Plan) => {
      // An unconfirmed payment of the same plan is shown again, so that it is not paid twice.
      if (checkout.step !== 'unconfirmed' || wanted._id !== plan?._id) forget()
      setGone(false)
      setNeedsEmail(false)
      open(wanted)
    },
    confirm: () => {
      if (!plan || gone || needsEmail) return
      void pay({
        intent: `plan ${plan._id} ${plan.price}`,
        description: plan.planName,
        free: plan.price === 0,
        placeOrder: (idempotencyKey) => orderPlan(plan, idempotencyKey),
      })
    },
    close: () => {
      if (processing) return
      if (checkout.step !== 'unconfirmed') forget()
      close()
    },
  }
}
