import type { User } from '@raahi/contract/users'
import { Suspense, useEffect } from 'react'
import { useLiveUpdates } from '../features/lead-events/use-live-updates.ts'
import { leaveAtLogout } from '../features/push-alerts/leave-at-logout.ts'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'

// Separate: the first screens list the scripts that this one needs.
const ContactSheet = lazyWithFallback(() => import('../features/pipeline/contact-sheet.tsx'))

/** What runs behind every screen of an agent: live changes, the record of taps on contacts, and the end of alerts at a logout. */
export default function AgentBackground({ user }: { user: User }) {
  useLiveUpdates(user)
  useEffect(() => leaveAtLogout(user._id), [user._id])
  return (
    <Suspense>
      <ContactSheet />
    </Suspense>
  )
}
