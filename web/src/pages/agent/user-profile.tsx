import { PageHeader } from '../../ui/page-header.tsx'

export const meta = () => [{ title: 'Profile · Raahi' }]

export default function UserProfilePage() {
  return <PageHeader title="Profile" back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
}
