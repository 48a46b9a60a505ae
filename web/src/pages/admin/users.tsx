import { PageHeader } from '../../ui/page-header.tsx'

export const meta = () => [{ title: 'Users · Raahi' }]

export default function UsersPage() {
  return <PageHeader title="Users" back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
}
