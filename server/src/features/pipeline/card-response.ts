import { rupeesFromPaise } from '@raahi/contract/money'
import type { FollowUp, PipelineCard } from '@raahi/contract/pipeline'
import { leadLabel, toTrip } from '../leads/public/lead-response.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import type { CardPosition, CardRow } from './cards.queries.ts'
import { toLastContact } from './public/card-columns.ts'

/**
 * Maps a card to its wire format. After a withdrawal or an erasure it has no contact. Callers do not
 * learn the cost.
 */
export function toCard(row: CardRow, { hidesMoney }: LeadScope): PipelineCard {
  const isStopped = row.contact_stopped
  // The links of a quote stop working when the contact is stopped or the lead is returned.
  const quote = isStopped || row.replacement_status === 'approved' ? null : row.quote
  const isSent = quote !== null && quote !== 'draft' && quote !== 'withdrawn'
  return {
    ...toTrip(row),
    leadId: row.lead_id,
    leadNumber: leadLabel(row.number),
    phone: isStopped ? null : row.phone,
    email: isStopped ? null : row.email || null,
    contactStopped: isStopped,
    isErased: row.is_erased,
    cost: hidesMoney ? 0 : rupeesFromPaise(row.cost_paise),
    paidWith: hidesMoney ? 'wallet' : row.paid_with,
    boughtAt: row.bought_at.toISOString(),
    replacementStatus: row.replacement_status,
    column: row.replacement_status === 'approved' ? 'returned' : row.stage,
    stage: row.stage,
    stageSince: row.stage_since.toISOString(),
    followUp: toFollowUp(row),
    wonAmount: row.won_paise === null ? null : rupeesFromPaise(row.won_paise),
    quoteAmount:
      isSent && row.quote_total_paise !== null ? rupeesFromPaise(row.quote_total_paise) : null,
    lostReason: row.lost_reason,
    lostText: row.lost_text,
    lastContact: toLastContact(row.last_contact),
    notes: row.notes,
    quote,
    assignee: row.assignee,
    version: row.version,
  }
}

function toFollowUp({
  follow_up_on: on,
  follow_up_minute: minute,
}: Pick<CardRow, 'follow_up_on' | 'follow_up_minute'>): FollowUp | null {
  return on === null ? null : { on, time: minute === null ? null : formatMinute(minute) }
}

/** Minutes after midnight of 'HH:MM'. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The inverse of `minuteOf`. */
export function formatMinute(minute: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** Formats a position for the wire. */
export function formatPosition({ followUpOn, sinceUs, purchaseId }: CardPosition): string {
  return `${followUpOn ?? '-'}.${sinceUs}.${purchaseId}`
}

/** The inverse of `formatPosition`. @param text of the form that the contract checks */
export function parsePosition(text: string): CardPosition {
  const [on = '-', sinceUs = '0', purchaseId = ''] = text.split('.')
  return { followUpOn: on === '-' ? null : on, sinceUs: Number(sinceUs), purchaseId }
}
