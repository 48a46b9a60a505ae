import { goa } from '../../../features/destinations/guides/goa.ts'
import { DestinationPage, destinationMeta } from './destination-page.tsx'

export const meta = () => destinationMeta(goa)

export default function GoaPage() {
  return <DestinationPage guide={goa} />
}
