import { SettingsScreen } from '../../features/settings/settings-screen.tsx'

export default function SettingsPage() {
  return <SettingsScreen />
}
