import {
  DestinationPage,
  destinationMeta,
} from '../../../features/destinations/destination-page.tsx'
import { manali } from '../../../features/destinations/guides/manali.ts'

export const meta = () => destinationMeta(manali)

export default function ManaliPage() {
  return <DestinationPage guide={manali} />
}
