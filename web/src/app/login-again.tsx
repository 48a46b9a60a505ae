import { Suspense, useEffect, useState } from 'react'
import type { LoginDialogProps } from '../features/auth/login-dialog.tsx'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'
import { useScreenOwner, useSession } from '../lib/session.ts'

// Without its script the login page opens instead.
const LoginDialog = lazyWithFallback(
  () => import('../features/auth/login-dialog.tsx'),
  ({ onLeave }: LoginDialogProps) => {
    useEffect(onLeave, [onLeave])
    return null
  },
)

/** The login above screens whose session has ended by itself. Its script loads when it is needed. */
export function LoginAgain(props: LoginDialogProps) {
  const [isNeeded, setNeeded] = useState(props.opened)
  if (props.opened && !isNeeded) setNeeded(true)
  return (
    isNeeded && (
      <Suspense>
        <LoginDialog {...props} />
      </Suspense>
    )
  )
}

const isOpen = () => useSession.getState().user === null && useScreenOwner.getState().owner !== null

// The dialogs below also listen for Escape. This listener precedes theirs, because it is added with the script.
if (typeof window !== 'undefined') {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && isOpen()) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
