import { useParams } from 'react-router'
import { InvoiceScreen } from '../features/invoices/invoice-screen.tsx'

export const meta = () => [{ title: 'Invoice · Raahi' }]

export default function InvoicePage() {
  const { id = '' } = useParams()
  return <InvoiceScreen key={id} id={id} />
}
