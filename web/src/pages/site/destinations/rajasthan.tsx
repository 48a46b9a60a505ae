import {
  DestinationPage,
  destinationMeta,
} from '../../../features/destinations/destination-page.tsx'
import { rajasthan } from '../../../features/destinations/guides/rajasthan.ts'

export const meta = () => destinationMeta(rajasthan)

export default function RajasthanPage() {
  return <DestinationPage guide={rajasthan} />
}
