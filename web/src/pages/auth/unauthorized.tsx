import { useSession } from '../../lib/session.ts'
import { FullPageMessage } from '../../ui/full-page-message.tsx'

export const meta = () => [{ title: 'Not allowed · Raahi' }]

export default function UnauthorizedPage() {
  const signedIn = useSession((state) => state.user !== null)
  return (
    <FullPageMessage
      title="This page is not for your account"
      text="You do not have permission to open this page. If you think you should, contact your administrator."
      back={
        signedIn
          ? { to: '/dashboard', label: 'Go to dashboard' }
          : { to: '/auth/login', label: 'Login' }
      }
    />
  )
}
