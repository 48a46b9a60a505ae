import type { MetaFunction } from 'react-router'
import { NotFound } from '../../ui/not-found.tsx'

export const meta: MetaFunction = () => [
  { title: 'Page not found · Raahi' },
  { name: 'robots', content: 'noindex' },
]

export default function NotFoundPage() {
  return <NotFound />
}
