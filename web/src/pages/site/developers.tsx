import type { MetaFunction } from 'react-router'
import { eventParts } from '../../features/site/developers/event-parts.tsx'
import { leadParts } from '../../features/site/developers/lead-parts.tsx'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import { TextPage } from '../../features/site/text-page.tsx'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'For developers: leads in, events out · Raahi',
    description:
      'Send travel leads to Raahi with curl, Google Sheets or Google Ads, and receive what you buy by signed webhooks or a feed. Each example is run by our tests.',
    path: '/developers',
    facts: [trail(['For developers', '/developers'])],
  })

const parts = [...leadParts, ...eventParts]

export default function DevelopersPage() {
  return (
    <TextPage
      title="For developers"
      summary="Five minutes to the first lead in and the first event out. Copy the examples: our tests run each of them."
      parts={parts}
    />
  )
}
