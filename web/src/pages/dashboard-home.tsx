import { lazy } from 'react'
import { useSignedInUser } from '../lib/session.ts'

// Each role downloads only its dashboard.
const AdminDashboard = lazy(() => import('./admin/dashboard.tsx'))
const AgentDashboard = lazy(() => import('./agent/dashboard.tsx'))
const CallerDashboard = lazy(() => import('./agent/caller-dashboard.tsx'))

/** The dashboard's home: the admin's view or the agent's, by role. */
export default function DashboardHome() {
  const { role, agency } = useSignedInUser()
  if (role === 'admin') return <AdminDashboard />
  return agency?.role === 'caller' ? <CallerDashboard /> : <AgentDashboard />
}
