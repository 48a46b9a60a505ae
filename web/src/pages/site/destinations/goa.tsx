import {
  DestinationPage,
  destinationMeta,
} from '../../../features/destinations/destination-page.tsx'
import { goa } from '../../../features/destinations/guides/goa.ts'

export const meta = () => destinationMeta(goa)

export default function GoaPage() {
  return <DestinationPage guide={goa} />
}
