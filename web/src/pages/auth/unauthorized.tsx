import { useSession } from '../../lib/session.ts'
import { FullPageMessage } from '../../ui/full-page-message.tsx'

export const meta = () => [{ title: 'Not allowed · Raahi' }]

export default function UnauthorizedPage() {
  const signedIn = useSession((state) => state.user !== null)
  return (
    <FullPageMessage
      title="This page is not for your account"
      text="You are not allowed to open the page you asked for. If you think you should be, ask your administrator."
      back={
        signedIn
          ? { to: '/dashboard', label: 'Go to dashboard' }
          : { to: '/auth/login', label: 'Login' }
      }
    />
  )
}
