import { manali } from '../../../features/destinations/guides/manali.ts'
import { DestinationPage, destinationMeta } from './destination-page.tsx'

export const meta = () => destinationMeta(manali)

export default function ManaliPage() {
  return <DestinationPage guide={manali} />
}
