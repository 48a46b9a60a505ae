import { lazy, Suspense } from 'react'
import { AllTransactions } from '../../features/transactions/management/all-transactions.tsx'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { notifyError } from '../../ui/toast.ts'

const loadDialog = () => import('../../features/wallets/correct-recharge-dialog.tsx')
const CorrectRechargeDialog = lazy(() =>
  loadDialog().then((parts) => ({ default: parts.CorrectRechargeDialog })),
)

export default function TransactionsPage() {
  const { target, opened, open, close } = useDialogTarget<string>()
  const correct = async (rechargeId: string) => {
    try {
      await loadDialog()
      open(rechargeId)
    } catch {
      notifyError('The recharge could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <>
      <AllTransactions onCorrect={correct} />
      {target && (
        <Suspense>
          <CorrectRechargeDialog rechargeId={target} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
