import type { ReplacementStatus } from '@raahi/contract/leads'
import { type Icon, IconArrowBackUp } from '@tabler/icons-react'
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx'

const looks: Record<ReplacementStatus, { tone: StatusTone; text: string; icon?: Icon }> = {
  'no-replacement': { tone: 'success', text: 'No replacement' },
  pending: { tone: 'warning', text: 'Replacement pending' },
  approved: { tone: 'notice', text: 'Replacement approved', icon: IconArrowBackUp },
  rejected: { tone: 'danger', text: 'Replacement rejected' },
}

/** How a purchase stands with its replacement. */
export function ReplacementBadge({ status }: { status: ReplacementStatus }) {
  const { tone, text, icon } = looks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
    </StatusBadge>
  )
}
