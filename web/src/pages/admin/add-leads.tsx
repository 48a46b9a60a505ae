import { AdminLeads } from '../../features/leads/management/admin-leads.tsx'

export const meta = () => [{ title: 'Add Leads · Raahi' }]

export default function AddLeadsPage() {
  return <AdminLeads />
}
