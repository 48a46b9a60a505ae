import type {
  ContactChannel,
  ContactOutcome,
  LostReason,
  PipelineStage,
} from '@raahi/contract/pipeline-labels'
import { sql } from 'kysely'

/** The buyer's records about a traveller, for an export of the traveller's data. Parsed from JSON. */
export interface BuyerRecords {
  stage: PipelineStage
  followUpOn: string | null
  /** The price of the trip that the buyer sold. */
  wonPaise: number | null
  lostReason: LostReason | null
  lostText: string | null
  notes: { text: string; writtenAt: string; editedAt: string | null }[]
  contacts: {
    channel: ContactChannel
    at: string
    receivedAt: string | null
    outcome: ContactOutcome | null
    outcomeAt: string | null
    callLaterOn: string | null
  }[]
  /** `earlierText` is the text of the lost trip before the move. */
  moves: { from: PipelineStage; to: PipelineStage; at: string; earlierText: string | null }[]
}

/** The buyer's records of the purchase `p`. Null: the lead is not bought. */
export const buyerRecordsSql = sql<BuyerRecords | null>`
  case when p.id is not null then (
    select json_build_object('stage', coalesce(c.stage, 'new'), 'followUpOn', c.follow_up_on, 'wonPaise', c.won_paise,
      'lostReason', c.lost_reason, 'lostText', c.lost_text,
      'notes', (select coalesce(json_agg(json_build_object('text', n.text, 'writtenAt', n.created_at, 'editedAt', n.edited_at)
          order by n.created_at), '[]') from purchase_notes n where n.purchase_id = p.id),
      'contacts', (select coalesce(json_agg(json_build_object('channel', a.channel, 'at', a.tapped_at, 'receivedAt', a.received_at, 'outcome', a.outcome,
          'outcomeAt', a.outcome_at, 'callLaterOn', a.call_later_on) order by a.tapped_at), '[]')
        from contact_attempts a where a.purchase_id = p.id),
      'moves', (select coalesce(json_agg(json_build_object('from', m.from_stage, 'to', m.to_stage, 'at', m.moved_at,
          'earlierText', m.from_lost_text) order by m.moved_at), '[]') from pipeline_moves m where m.purchase_id = p.id))
    from (select) nothing left join pipeline_cards c on c.purchase_id = p.id
  ) end`
