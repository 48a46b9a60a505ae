import { PlanManagement } from '../../features/plans/plan-management.tsx'

export const meta = () => [{ title: 'Plan Management · Raahi' }]

export default function AddNewPlansPage() {
  return <PlanManagement />
}
