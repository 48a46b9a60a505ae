import { PlanManagement } from '../../features/plans/management/plan-management.tsx'

export const meta = () => [{ title: 'Plan Management · Raahi' }]

export default function AddNewPlansPage() {
  return <PlanManagement />
}
