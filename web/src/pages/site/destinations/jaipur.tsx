import { jaipur } from '../../../features/destinations/guides/jaipur.ts'
import { DestinationPage, destinationMeta } from './destination-page.tsx'

export const meta = () => destinationMeta(jaipur)

export default function JaipurPage() {
  return <DestinationPage guide={jaipur} />
}
