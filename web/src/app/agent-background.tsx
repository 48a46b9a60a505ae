import type { User } from '@raahi/contract/users'
import { Suspense, useEffect } from 'react'
import { useLiveUpdates } from '../features/lead-events/use-live-updates.ts'
import { answerWorker } from '../features/push-alerts/answer-worker.ts'
import { leaveAtLogout } from '../features/push-alerts/leave-at-logout.ts'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'
import { useSession } from '../lib/session.ts'

// Imported on demand: otherwise the first screens would list the scripts that it needs.
const ContactSheet = lazyWithFallback(() => import('../features/pipeline/contact-sheet.tsx'))

/**
 * Runs behind every screen of an agent: receives live changes, records taps on contacts, and ends alerts at the
 * logout.
 */
export default function AgentBackground({ user }: { user: User }) {
  const isSignedIn = useSession((state) => state.user !== null)
  return (
    <>
      {isSignedIn && <SessionTasks user={user} />}
      <Suspense>
        <ContactSheet />
      </Suspense>
    </>
  )
}

/** Starts again with each session, because both tasks end with it. */
function SessionTasks({ user }: { user: User }) {
  useLiveUpdates(user)
  useEffect(() => leaveAtLogout(user._id), [user._id])
  useEffect(answerWorker, [])
  return null
}
