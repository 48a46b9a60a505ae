import { ReplacementRequests } from '../../features/replacements/replacement-requests.tsx'

/** What agents say is wrong with the leads they bought, and what becomes of it. */
export default function ReplacementsPage() {
  return <ReplacementRequests />
}
