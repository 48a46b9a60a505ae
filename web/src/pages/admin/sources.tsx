import { SourcesScreen } from '../../features/sources/sources-screen.tsx'

export default function SourcesPage() {
  return <SourcesScreen />
}
