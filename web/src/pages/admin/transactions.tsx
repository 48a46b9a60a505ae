import { AllTransactions } from '../../features/transactions/all-transactions.tsx'

export const meta = () => [{ title: 'All Transactions · Raahi' }]

export default function TransactionsPage() {
  return <AllTransactions />
}
