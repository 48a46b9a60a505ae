import {
  DestinationPage,
  destinationMeta,
} from '../../../features/destinations/destination-page.tsx'
import { kerala } from '../../../features/destinations/guides/kerala.ts'

export const meta = () => destinationMeta(kerala)

export default function KeralaPage() {
  return <DestinationPage guide={kerala} />
}
