import type { PipelineCard } from '@raahi/contract/pipeline'
import { channelLabels, contactOutcomes } from '@raahi/contract/pipeline-labels'
import { timeAgo } from '../../lead-facts/public/lead-row-texts.ts'

/** The latest contact: 'Talked 2 h ago', 'WhatsApp 3 days ago'; null: none yet. */
export function lastContactText(
  { lastContact }: Pick<PipelineCard, 'lastContact'>,
  nowMs: number,
): string | null {
  if (!lastContact) return null
  const { channel, outcome, at } = lastContact
  return `${outcome ? contactOutcomes[outcome] : channelLabels[channel]} ${timeAgo(at, nowMs)}`
}
