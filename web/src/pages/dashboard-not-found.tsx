import { PageHeader } from '../ui/page-header.tsx'

export default function DashboardNotFound() {
  return (
    <PageHeader
      title="Page not found"
      subtitle="Check the address, or pick a screen from the menu."
      back={{ to: '/dashboard', label: 'Back to Dashboard' }}
    />
  )
}
