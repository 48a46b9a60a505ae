import { ProfileScreen } from '../../features/profile/profile-screen.tsx'

export default function AdminProfilePage() {
  return <ProfileScreen title="Admin Profile" />
}
