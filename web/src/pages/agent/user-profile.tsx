import { ProfileScreen } from '../../features/profile/profile-screen.tsx'

export default function UserProfilePage() {
  return <ProfileScreen title="User Profile" />
}
