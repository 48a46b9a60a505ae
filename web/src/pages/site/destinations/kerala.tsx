import { kerala } from '../../../features/destinations/guides/kerala.ts'
import { DestinationPage, destinationMeta } from './destination-page.tsx'

export const meta = () => destinationMeta(kerala)

export default function KeralaPage() {
  return <DestinationPage guide={kerala} />
}
