import { useParams } from 'react-router'
import { InvoiceScreen } from '../features/invoices/invoice-screen.tsx'

export default function InvoicePage() {
  const { id = '' } = useParams()
  return <InvoiceScreen key={id} id={id} />
}
