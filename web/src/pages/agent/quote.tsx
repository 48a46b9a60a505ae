import { useParams } from 'react-router'
import { QuoteScreen } from '../../features/quotes/quote-screen.tsx'

export default function QuotePage() {
  const { id = '' } = useParams()
  return <QuoteScreen key={id} id={id} />
}
