import type { User } from '@raahi/contract/users'
import { Suspense } from 'react'
import { useLiveUpdates } from '../features/lead-events/use-live-updates.ts'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'

// Separate: the first screens list the scripts that this one needs.
const ContactSheet = lazyWithFallback(() => import('../features/pipeline/contact-sheet.tsx'))

/** What runs behind every screen of an agent: live changes, and the record of taps on contacts. */
export default function AgentBackground({ user }: { user: User }) {
  useLiveUpdates(user)
  return (
    <Suspense>
      <ContactSheet />
    </Suspense>
  )
}
