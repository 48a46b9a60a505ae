import { ReturnOddsScreen } from '../../features/return-odds/return-odds-screen.tsx'

export default function ReturnOddsPage() {
  return <ReturnOddsScreen />
}
