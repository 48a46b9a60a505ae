import { AdminLeads } from '../../features/leads/management/admin-leads.tsx'

export default function AddLeadsPage() {
  return <AdminLeads />
}
