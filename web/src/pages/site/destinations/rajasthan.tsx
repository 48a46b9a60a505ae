import { rajasthan } from '../../../features/destinations/guides/rajasthan.ts'
import { DestinationPage, destinationMeta } from './destination-page.tsx'

export const meta = () => destinationMeta(rajasthan)

export default function RajasthanPage() {
  return <DestinationPage guide={rajasthan} />
}
