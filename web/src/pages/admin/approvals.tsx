import { ApprovalsScreen } from '../../features/money-requests/approvals-screen.tsx'

/** The screen on which a second admin decides recharges and refunds. */
export default function ApprovalsPage() {
  return <ApprovalsScreen />
}
