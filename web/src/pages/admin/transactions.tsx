import { AllTransactions } from '../../features/transactions/management/all-transactions.tsx'

export default function TransactionsPage() {
  return <AllTransactions />
}
