import type { ReplacementStatus } from '@raahi/contract/leads'
import { type Icon, IconArrowBackUp } from '@tabler/icons-react'
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx'
import classes from './replacement-badge.module.css'

type Requested = Exclude<ReplacementStatus, 'no-replacement'>

export const replacementLabels: Record<ReplacementStatus, string> = {
  'no-replacement': 'No replacement',
  pending: 'Replacement pending',
  approved: 'Replacement approved',
  rejected: 'Replacement rejected',
}

const looks: Record<Requested, { tone: StatusTone; icon?: Icon }> = {
  pending: { tone: 'warning' },
  approved: { tone: 'notice', icon: IconArrowBackUp },
  rejected: { tone: 'danger' },
}

/** The replacement status of a purchase. Nearly all purchases have no request, so that status is plain text. */
export function ReplacementBadge({ status }: { status: ReplacementStatus }) {
  if (status === 'no-replacement') {
    return <span className={classes.quiet}>{replacementLabels[status]}</span>
  }
  const { tone, icon } = looks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {replacementLabels[status]}
    </StatusBadge>
  )
}
