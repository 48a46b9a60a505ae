import { formatRupees } from '@raahi/contract/formats'
import { minSourceFigures, type SourceKind } from '@raahi/contract/source-labels'
import type { Source } from '@raahi/contract/sources'
import { formatMinutes } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatShare } from '../../lib/percent.ts'

export const sourceKindLabels: Record<SourceKind, string> = {
  website: 'Quote form',
  manual: 'By hand',
  import: 'Import',
  api: 'API',
  'google-ads': 'Google Ads',
  'meta-ads': 'Meta Ads',
  embed: 'Embedded form',
}

/** '12', or with its share of a sufficient number: '12 (10% of 120)'. */
export function formatPart(part: number, whole: number): string {
  const count = formatCount(part)
  return whole < minSourceFigures
    ? count
    : `${count} (${formatShare(part, whole)} of ${formatCount(whole)})`
}

/** The figures of a source with their labels, in the order of the table and the page. */
export function figureTexts({ figures }: Source): { label: string; text: string }[] {
  const { received, published, sold } = figures
  return [
    { label: 'Received', text: formatCount(received) },
    { label: 'Duplicates', text: formatPart(figures.duplicates, received) },
    { label: 'Rejected', text: formatPart(figures.rejected, received) },
    { label: 'Published', text: formatPart(published, received) },
    { label: 'Sold', text: formatPart(sold, published) },
    { label: 'Returned', text: formatPart(figures.returned, sold) },
    {
      label: 'Time to sale',
      text: figures.medianMinutesToSale === null ? '—' : formatMinutes(figures.medianMinutesToSale),
    },
    { label: 'Revenue', text: formatRupees(figures.revenue) },
    { label: 'Net', text: formatRupees(figures.net) },
    { label: 'Cost', text: figures.cost === 0 ? '—' : formatRupees(figures.cost) },
    {
      label: 'Net per ₹1 spent',
      text: figures.netPerRupee === null ? '—' : formatRupees(figures.netPerRupee),
    },
  ]
}
