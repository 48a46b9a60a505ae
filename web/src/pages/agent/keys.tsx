import { KeysScreen } from '../../features/keys/keys-screen.tsx'

export default function KeysPage() {
  return <KeysScreen />
}
