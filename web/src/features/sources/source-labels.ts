import { formatRupees } from '@raahi/contract/formats'
import { mappedFields, minSourceFigures, type SourceKind } from '@raahi/contract/source-labels'
import type { Source } from '@raahi/contract/sources'
import { formatMinutes } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatShare } from '../../lib/percent.ts'

export const sourceKindLabels: Record<SourceKind, string> = {
  website: 'Website',
  manual: 'By hand',
  import: 'Import',
  api: 'API',
  'google-ads': 'Google Ads',
  'meta-ads': 'Meta Ads',
  embed: 'Embedded form',
}

interface Figure {
  label: string
  text: string
  /** The share of a sufficient number, such as '10% of 120'. */
  share?: string
}

function part(label: string, count: number, whole: number): Figure {
  const figure = { label, text: formatCount(count) }
  if (whole < minSourceFigures) return figure
  return { ...figure, share: `${formatShare(count, whole)} of ${formatCount(whole)}` }
}

/** The figures of a source with their labels, in the order of the table and the page. */
export function figureTexts({ figures }: Source): Figure[] {
  const { received, published, sold, medianMinutesToSale, cost, netPerRupee } = figures
  return [
    { label: 'Received', text: formatCount(received) },
    part('Duplicates', figures.duplicates, received),
    part('Rejected', figures.rejected, received),
    part('Published', published, received),
    part('Sold', sold, published),
    part('Returned', figures.returned, sold),
    {
      label: 'Time to sale',
      text: medianMinutesToSale === null ? '—' : formatMinutes(medianMinutesToSale),
    },
    { label: 'Revenue', text: formatRupees(figures.revenue) },
    { label: 'Net', text: formatRupees(figures.net) },
    { label: 'Cost', text: cost === 0 ? '—' : formatRupees(cost) },
    { label: 'Net per ₹1', text: netPerRupee === null ? '—' : formatRupees(netPerRupee) },
  ]
}

const otherFields: Record<string, string> = {
  externalId: 'ID',
  consent: 'Consent',
  budgetPerPerson: 'Budget per person',
  priority: 'What matters most',
  extra: 'Further answers',
}

/** The label of a field of a delivery. */
export function fieldLabel(name: string): string {
  return (mappedFields as Record<string, string>)[name] ?? otherFields[name] ?? name
}
