import type { PipelineCard, PipelineMove } from '@raahi/contract/pipeline'
import { channelLabels, columnLabels, contactOutcomes } from '@raahi/contract/pipeline-labels'
import { timeAgo } from '../lead-facts/public/lead-row-texts.ts'

/** The latest contact: 'Talked 2 h ago', 'WhatsApp 3 days ago'; null: none yet. */
export function lastContactText(
  { lastContact }: Pick<PipelineCard, 'lastContact'>,
  nowMs: number,
): string | null {
  if (!lastContact) return null
  const { channel, outcome, at } = lastContact
  return `${outcome ? contactOutcomes[outcome] : channelLabels[channel]} ${timeAgo(at, nowMs)}`
}

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
