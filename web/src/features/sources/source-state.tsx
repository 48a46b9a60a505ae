import type { Source } from '@raahi/contract/sources'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Paused or silent. Renders nothing for a source that works as usual. */
export function SourceState({ source }: { source: Pick<Source, 'state' | 'isSilent'> }) {
  if (source.state === 'paused') return <StatusBadge tone="neutral">Paused</StatusBadge>
  return source.isSilent ? <StatusBadge tone="notice">Silent</StatusBadge> : null
}
