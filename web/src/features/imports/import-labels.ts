import type { ImportState } from '@raahi/contract/import-labels'
import type { ImportSummary } from '@raahi/contract/imports'
import { formatUnits } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import type { StatusTone } from '../../ui/status-badge.tsx'

export const importStateLabels: Record<ImportState, { label: string; tone: StatusTone }> = {
  uploaded: { label: 'To be checked', tone: 'warning' },
  running: { label: 'Running', tone: 'warning' },
  done: { label: 'Imported', tone: 'success' },
  undone: { label: 'Undone', tone: 'neutral' },
}

/** '190 leads added, 6 duplicates, 4 refused'. */
export function formatResult(counts: ImportSummary): string {
  if (counts.state === 'uploaded') return `${formatUnits(counts.total, 'row')}`
  if (counts.state === 'undone' && counts.done === 0) return 'Discarded before it was imported'
  return [
    counts.removed > 0
      ? `${formatUnits(counts.removed, 'lead')} removed, ${formatCount(counts.added)} kept`
      : `${formatUnits(counts.added, 'lead')} added`,
    counts.duplicates > 0 && formatUnits(counts.duplicates, 'duplicate'),
    counts.refused > 0 && `${formatCount(counts.refused)} refused`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const importAddress = ({ _id }: { _id: string }) => `/dashboard/import/${_id}`
