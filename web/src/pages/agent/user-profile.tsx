import { ProfileScreen } from '../../features/profile/profile-screen.tsx'

export const meta = () => [{ title: 'User Profile · Raahi' }]

export default function UserProfilePage() {
  return <ProfileScreen title="User Profile" />
}
