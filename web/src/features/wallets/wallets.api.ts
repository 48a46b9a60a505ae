import { rechargeWallet } from '@raahi/contract/wallets'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

interface RechargeIntent {
  userId: string
  /** Rupees. */
  amount: number
  reference?: string | undefined
  note?: string | undefined
  idempotencyKey: string
}

/** Adds an amount to a user's wallet. */
export function useRecharge({ onSettled }: { onSettled: () => void }) {
  return useSingleMutation({
    mutationFn: ({ idempotencyKey, ...body }: RechargeIntent) =>
      call(rechargeWallet, { body }, { idempotencyKey }),
    onSettled,
  })
}
