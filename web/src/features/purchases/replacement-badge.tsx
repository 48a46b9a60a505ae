import type { ReplacementStatus } from '@raahi/contract/leads'
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx'

const looks: Record<ReplacementStatus, { tone: StatusTone; text: string }> = {
  'no-replacement': { tone: 'success', text: 'No replacement' },
  pending: { tone: 'warning', text: 'Replacement pending' },
  approved: { tone: 'notice', text: 'Replacement approved' },
  rejected: { tone: 'danger', text: 'Replacement rejected' },
}

/** How a purchase stands with its replacement. */
export function ReplacementBadge({ status }: { status: ReplacementStatus }) {
  return <StatusBadge tone={looks[status].tone}>{looks[status].text}</StatusBadge>
}
