import type { PipelineMove } from '@raahi/contract/pipeline'
import { columnLabels } from '@raahi/contract/pipeline-labels'

/** The time since an instant as a card shows it: 'now', '5 min', '2 h', '9 d', '4 mo'. */
export function shortAge(instant: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  const days = Math.floor(minutes / (24 * 60))
  return days < 60 ? `${days} d` : `${Math.floor(days / 30)} mo`
}

/** The effect of a move: 'Moved to Quoted'. Within Won or Lost it is a correction: 'Price changed'. */
export function moveText({ from, to }: Pick<PipelineMove, 'from' | 'to'>): string {
  if (from !== to) return `Moved to ${columnLabels[to]}`
  return to === 'won' ? 'Price changed' : 'Reason changed'
}

/** The moves without those that were undone, and without the undo itself. */
export function lastingMoves(moves: readonly PipelineMove[]): PipelineMove[] {
  return moves.filter(({ cause, isUndone }) => cause !== 'undo' && !isUndone)
}
