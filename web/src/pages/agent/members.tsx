import { MembersScreen } from '../../features/members/members-screen.tsx'

export default function MembersPage() {
  return <MembersScreen />
}
