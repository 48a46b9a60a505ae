import { ReplacementRequests } from '../../features/replacements/replacement-requests.tsx'

/** The screen on which admins decide replacement requests. */
export default function ReplacementsPage() {
  return <ReplacementRequests />
}
