import { ReturnPolicyScreen } from '../../features/return-policy/return-policy-screen.tsx'

export default function ReturnPolicyPage() {
  return <ReturnPolicyScreen />
}
