import { LeadCostManagement } from '../../features/lead-costs/lead-cost-management.tsx'
import { PriceAgeing } from '../../features/price-ageing/price-ageing.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export default function LeadCostPage() {
  return (
    <>
      <PageHeader
        title="Lead Cost Management"
        subtitle="What agents pay for each type of lead."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <LeadCostManagement>
        <PriceAgeing />
      </LeadCostManagement>
    </>
  )
}
