import { Link } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { useSessionLoaded } from '../../lib/use-session-loaded.ts'
import classes from './login-link.module.css'

/**
 * Login/Register, or the dashboard for a signed-in user: the only part of the public site that depends on the
 * session. If a session may exist, the link stays invisible until that is known (`data-visitor`, set in the head).
 * It loads a new document, because the screens of an admin need a security policy that the public pages do not have.
 */
export function LoginLink({ className = '' }: { className?: string }) {
  const loaded = useSessionLoaded()
  const signedIn = useSession((state) => state.user !== null)
  const known = loaded ? classes.known : classes.waiting
  return (
    <Link
      to={loaded && signedIn ? '/dashboard' : '/auth/login'}
      reloadDocument
      className={`${className} ${known}`}
    >
      {loaded && signedIn ? 'Go to dashboard' : 'Login/Register'}
    </Link>
  )
}
