import { PlanManagement } from '../../features/plans/management/plan-management.tsx'

export default function AddNewPlansPage() {
  return <PlanManagement />
}
