import { ImportsScreen } from '../../features/imports/imports-screen.tsx'

export default function ImportsPage() {
  return <ImportsScreen />
}
