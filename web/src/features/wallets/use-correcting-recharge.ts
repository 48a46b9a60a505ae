import { formatRupees } from '@raahi/contract/formats'
import { correctionBody } from '@raahi/contract/wallets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { refetch } from '../../lib/refetch.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useCorrectableRecharge, useCorrection } from './wallets.api.ts'

export interface CorrectingRechargeOptions {
  /** The id of the recharge's transaction. */
  rechargeId: string
  opened: boolean
  onClose: () => void
}

export type CorrectingRecharge = ReturnType<typeof useCorrectingRecharge>

const empty = { amount: '' as number | string, reason: '' }

/**
 * State and actions of correcting a recharge. After a lost response the form and the recharge stay as they were sent, also
 * if the dialog is closed and opened again, so that the same correction is sent again with its key.
 */
export function useCorrectingRecharge({ rechargeId, opened, onClose }: CorrectingRechargeOptions) {
  const [isConfirming, setConfirming] = useState(false)
  const [isUnanswered, setUnanswered] = useState(false)
  const query = useCorrectableRecharge(rechargeId, { enabled: opened && !isUnanswered })
  const max = query.data?.maxAmount
  const form = useCorrectionForm(max)
  const correction = useCorrection()
  const queryClient = useQueryClient()
  const [isProposed, setProposed] = useState(false)
  const startAnew = () => {
    form.fill(empty)
    correction.reset()
    setUnanswered(false)
    setProposed(false)
  }
  useEffect(startAnew, [rechargeId])
  useEffect(() => {
    if (!opened || isProposed || query.isFetching || max === undefined) return
    form.setFieldValue('amount', max === 0 ? '' : max)
    setProposed(true)
  }, [opened, isProposed, query.isFetching, max])
  const { amount, reason } = form.values
  const body = { transactionId: rechargeId, amount: Number(amount), reason: reason.trim() }
  const confirm = () =>
    correction.mutate(body, {
      onSuccess: () => {
        startAnew()
        notifySuccess('Recharge corrected.')
        onClose()
        // The wallet, its statement, and the lists of users and transactions have changed.
        void refetch(queryClient, [])
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        if (error.isOutcomeUnknown) setUnanswered(true)
        if (!error.isDecided) return
        setUnanswered(false)
        void query.refetch()
      },
      onSettled: () => setConfirming(false),
    })
  return {
    /** Undefined until it is read anew for this opening. */
    recharge: opened && !isProposed ? undefined : query.data,
    query,
    form,
    correction,
    body,
    isConfirming,
    ask: () => setConfirming(true),
    cancel: () => setConfirming(false),
    confirm,
    close: () => {
      // This dialog also receives Escape while the question is open above it.
      if (isConfirming || correction.isPending) return
      if (!isUnanswered) startAnew()
      onClose()
    },
  }
}

function useCorrectionForm(max: number | undefined) {
  return useCheckedForm({
    initialValues: empty,
    validate: ({ amount, reason }) => {
      const rupees = amount === '' ? undefined : Number(amount)
      const errors = fieldErrorsOf(correctionBody.pick({ amount: true, reason: true }), {
        amount: rupees,
        reason,
      })
      const isTooLarge = max !== undefined && (rupees ?? 0) > max
      return isTooLarge ? { amount: `At most ${formatRupees(max)}.`, ...errors } : errors
    },
  })
}
