import type { Transaction } from '@raahi/contract/transactions'
import { lazy, Suspense } from 'react'
import { AllTransactions } from '../../features/transactions/management/all-transactions.tsx'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { notifyError } from '../../ui/toast.ts'

const loadCorrection = () => import('../../features/wallets/correct-recharge-dialog.tsx')
const CorrectRechargeDialog = lazy(() =>
  loadCorrection().then((parts) => ({ default: parts.CorrectRechargeDialog })),
)
const loadRefund = () => import('../../features/payments/refund-payment-dialog.tsx')
const RefundPaymentDialog = lazy(() =>
  loadRefund().then((parts) => ({ default: parts.RefundPaymentDialog })),
)

export default function TransactionsPage() {
  const corrected = useDialogTarget<string>()
  const refunded = useDialogTarget<string>()
  const reverse = async ({ _id, method }: Transaction) => {
    const isPayment = method === 'Online'
    try {
      await (isPayment ? loadRefund() : loadCorrection())
      const dialog = isPayment ? refunded : corrected
      dialog.open(_id)
    } catch {
      const what = isPayment ? 'payment' : 'recharge'
      notifyError(`The ${what} could not be opened. Check your connection, or reload the page.`)
    }
  }
  return (
    <>
      <AllTransactions onReverse={reverse} />
      <Suspense>
        {corrected.target && (
          <CorrectRechargeDialog
            id={corrected.target}
            opened={corrected.opened}
            onClose={corrected.close}
          />
        )}
        {refunded.target && (
          <RefundPaymentDialog
            id={refunded.target}
            opened={refunded.opened}
            onClose={refunded.close}
          />
        )}
      </Suspense>
    </>
  )
}
