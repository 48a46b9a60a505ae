import type { Plan } from '@raahi/contract/plans'
import { useEffect, useState } from 'react'
import { isRefusal } from '../../lib/api-error.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useAccount } from '../account/public/use-account.ts'
import { usePlans } from '../plans/public/plans.api.ts'
import { orderPlan } from './payments.api.ts'
import { useCheckout } from './use-checkout.ts'
import { useTaxDetails } from './use-tax-details.tsx'

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
      const { data } = await plans.refetch()
      const current = data?.find(({ _id }) => _id === plan?._id)
      if (changed && current) open(current)
    },
  })
  const tax = useTaxDetails(opened && plan !== null && plan.price > 0)
  const saving = useSingleRun()
  const { emailConfirmed } = user
  useEffect(() => {
    // The address was confirmed elsewhere, so the refusal is obsolete.
    if (!needsEmail || !emailConfirmed) return
    setNeedsEmail(false)
    reset()
  }, [needsEmail, emailConfirmed])
  return {
    plan,
    opened,
    isRemoved,
    needsEmail,
    checkout,
    processing: processing || saving.busy,
    taxFields: plan !== null && plan.price > 0 && tax.fields,
    start: (chosen: Plan) => {
      // An unconfirmed payment of the same plan is shown again, so that it is not paid twice.
      if (checkout.step !== 'unconfirmed' || chosen._id !== plan?._id) reset()
      setRemoved(false)
      setNeedsEmail(false)
      open(chosen)
    },
    confirm: () => {
      if (!plan || isRemoved || needsEmail) return
      void saving.run(async () => {
        if (plan.price > 0 && !(await tax.save())) return
        void pay({
          intent: `plan ${plan._id} ${plan.price}`,
          description: plan.planName,
          free: plan.price === 0,
          placeOrder: (idempotencyKey) => orderPlan(plan, idempotencyKey),
        })
      })
    },
    close: () => {
      if (processing || saving.busy) return
      if (checkout.step !== 'unconfirmed') reset()
      close()
    },
  }
}
