import { getRefundablePayment, refundPayment } from '@raahi/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { transactionsKey } from '../../lib/query-keys.ts'
import { useMoneyMutation } from '../../lib/use-money-mutation.ts'
import { type ReversalBody, reversalSource } from '../../lib/use-reversal.ts'

/** A payment with the amount that can be refunded. */
export function useRefundablePayment(id: string, { enabled }: { enabled: boolean }) {
  return useQuery(
    reversalSource(
      [...transactionsKey, 'refundable', id],
      ({ signal }) => call(getRefundablePayment, { params: { id } }, { signal }),
      enabled,
    ),
  )
}

/** Refunds a payment to its payer, whole or in part. */
export function useRefund() {
  return useMoneyMutation({
    mutationFn: (body: ReversalBody, idempotencyKey) =>
      call(refundPayment, { body }, { idempotencyKey }),
  })
}
