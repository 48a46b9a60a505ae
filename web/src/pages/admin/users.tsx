import { UsersScreen } from '../../features/users/users-screen.tsx'

export const meta = () => [{ title: 'Users · Raahi' }]

export default function UsersPage() {
  return <UsersScreen />
}
