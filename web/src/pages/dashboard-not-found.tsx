import { PageHeader } from '../ui/page-header.tsx'

export const meta = () => [{ title: 'Not found · Raahi' }]

export default function DashboardNotFound() {
  return (
    <PageHeader
      title="There is no such page"
      subtitle="The address leads nowhere. The menu has everything there is."
      back={{ to: '/dashboard', label: 'Back to Dashboard' }}
    />
  )
}
