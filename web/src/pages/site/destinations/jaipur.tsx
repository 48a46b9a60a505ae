import {
  DestinationPage,
  destinationMeta,
} from '../../../features/destinations/destination-page.tsx'
import { jaipur } from '../../../features/destinations/guides/jaipur.ts'

export const meta = () => destinationMeta(jaipur)

export default function JaipurPage() {
  return <DestinationPage guide={jaipur} />
}
