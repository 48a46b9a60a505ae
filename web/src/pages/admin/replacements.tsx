import { ReplacementRequests } from '../../features/replacements/replacement-requests.tsx'

export const meta = () => [{ title: 'Replacements · Raahi' }]

/** What agents say is wrong with the leads they bought, and what becomes of it. */
export default function ReplacementsPage() {
  return <ReplacementRequests />
}
