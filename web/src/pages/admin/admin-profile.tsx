import { ProfileScreen } from '../../features/profile/profile-screen.tsx'

export const meta = () => [{ title: 'Admin Profile · Raahi' }]

export default function AdminProfilePage() {
  return <ProfileScreen title="Admin Profile" />
}
