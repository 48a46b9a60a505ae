import { AllTransactions } from '../../features/transactions/management/all-transactions.tsx'

export const meta = () => [{ title: 'All Transactions · Raahi' }]

export default function TransactionsPage() {
  return <AllTransactions />
}
