import { travelMonths } from '@raahi/contract/enquiry-labels'
import type { Month, MonthRating, Rain } from './guides/guide.ts'

export const ratingLabels: Record<MonthRating, string> = {
  best: 'Best time',
  good: 'Good time',
  hard: 'Off season',
}
export const rainLabels: Record<Rain, string> = {
  dry: 'dry',
  showers: 'showers',
  wet: 'rain most days',
  snow: 'snow',
}

/** The best months as text. Runs across the turn of the year are joined: 'November to February'. */
export function formatBestMonths(months: readonly Month[]): string {
  const isBest = (index: number) => months[(index + 12) % 12]?.[3] === 'best'
  const starts = months.map((_, index) => index).filter((i) => isBest(i) && !isBest(i - 1))
  const runs = starts.map((start) => {
    let end = start
    while (isBest(end + 1) && end - start < 11) end += 1
    const [from, to] = [travelMonths[start], travelMonths[end % 12]]
    return from === to ? from : `${from} to ${to}`
  })
  return runs.join(', ')
}
