import type { DecidedHow } from '@raahi/contract/leads'
import { formatCount } from '../../lib/counts.ts'

export const decidedHowLabels: Record<DecidedHow, string> = {
  person: 'An admin',
  deadline: 'The deadline, because we were late',
  check: 'An automatic check',
  traveller: 'The traveller’s answer',
}

const shareFormat = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 })

/** A part of a whole as a percentage: '4.2%'. */
export function formatShare(part: number, whole: number): string {
  return shareFormat.format(whole === 0 ? 0 : part / whole)
}

/** The explanation of the returned share: '52 of 1,240 leads bought have been returned so far.' */
export function formatReturned(returned: number, purchases: number): string {
  return `${formatCount(returned)} of ${formatCount(purchases)} leads bought have been returned so far.`
}
