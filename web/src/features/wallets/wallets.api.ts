import { rechargeWallet } from '@raahi/contract/wallets'
import { call } from '../../lib/api.ts'
import { useMoneyMutation } from '../../lib/use-money-mutation.ts'

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
