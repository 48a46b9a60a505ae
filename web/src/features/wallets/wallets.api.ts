import { correctRecharge, getRecharge, rechargeWallet } from '@raahi/contract/wallets'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { transactionsKey } from '../../lib/query-keys.ts'
import { useMoneyMutation } from '../../lib/use-money-mutation.ts'
import { type ReversalBody, reversalSource } from '../../lib/use-reversal.ts'

interface Recharge {
  userId: string
  /** Rupees. */
  amount: number
  reference?: string | undefined
  note?: string | undefined
}

/** Adds an amount to a user's wallet. */
export function useRecharge({ onSettled }: { onSettled: () => void }) {
  return useMoneyMutation({
    mutationFn: (body: Recharge, idempotencyKey) =>
      call(rechargeWallet, { body }, { idempotencyKey }),
    onSettled,
  })
}

/** A recharge with the amount that can be taken back. */
export function useCorrectableRecharge(id: string, { enabled }: { enabled: boolean }) {
  return useQuery(
    reversalSource(
      [...transactionsKey, 'recharge', id],
      ({ signal }) => call(getRecharge, { params: { id } }, { signal }),
      enabled,
    ),
  )
}

/** Takes back a wrong recharge, whole or in part. */
export function useCorrection() {
  return useMoneyMutation({
    mutationFn: (body: ReversalBody, idempotencyKey) =>
      call(correctRecharge, { body }, { idempotencyKey }),
  })
}
