// Without zod: screens use the labels too.

import type { QuoteState } from './quote-rules.ts'

/** The stages of a card, in the order of the board. */
export const pipelineStages = ['new', 'contacted', 'quoted', 'won', 'lost'] as const
export type PipelineStage = (typeof pipelineStages)[number]

/** The columns of a pipeline. A lead whose replacement was approved is in 'returned', regardless of its stage. */
export const pipelineColumns = [...pipelineStages, 'returned'] as const
export type PipelineColumn = (typeof pipelineColumns)[number]

export const columnLabels: Readonly<Record<PipelineColumn, string>> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  returned: 'Returned',
}

/**
 * The states of a card. An agent can move a card to any other stage. The amount of a won trip and the reason of a lost one
 * are corrected by the same action again.
 */
export const pipelineStates = {
  new: { contact: 'contacted', quote: 'quoted', win: 'won', lose: 'lost' },
  contacted: { restart: 'new', quote: 'quoted', win: 'won', lose: 'lost' },
  quoted: { restart: 'new', contact: 'contacted', win: 'won', lose: 'lost' },
  won: { restart: 'new', contact: 'contacted', quote: 'quoted', win: 'won', lose: 'lost' },
  lost: { restart: 'new', contact: 'contacted', quote: 'quoted', win: 'won', lose: 'lost' },
} as const satisfies Record<PipelineStage, Partial<Record<PipelineAction, PipelineStage>>>

export type PipelineAction = 'restart' | 'contact' | 'quote' | 'win' | 'lose'

/** The action that moves a card to a stage. */
export const actionTo = {
  new: 'restart',
  contacted: 'contact',
  quoted: 'quote',
  won: 'win',
  lost: 'lose',
} as const satisfies Record<PipelineStage, PipelineAction>

/** Why a card was moved: by the agent, by the outcome of a contact, by a quote that was sent, or by an undo. */
export const moveCauses = ['agent', 'outcome', 'quote', 'undo'] as const
export type MoveCause = (typeof moveCauses)[number]

export const lostReasons = {
  'not-reached': 'Could not reach the traveller',
  'too-expensive': 'Too expensive',
  'booked-elsewhere': 'Booked elsewhere',
  'plans-changed': 'Plans changed or cancelled',
  'not-serious': 'Only enquiring',
  other: 'Other',
} as const
export type LostReason = keyof typeof lostReasons

export const contactChannels = ['call', 'whatsapp', 'email'] as const
export type ContactChannel = (typeof contactChannels)[number]

export const channelLabels: Readonly<Record<ContactChannel, string>> = {
  call: 'Call',
  whatsapp: 'WhatsApp',
  email: 'Email',
}

export const contactOutcomes = {
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
  talked: 'Talked',
  'call-later': 'Asked to call later',
} as const
export type ContactOutcome = keyof typeof contactOutcomes

/** Outcomes after which a card in New is in Contacted. */
export const reachedOutcomes: readonly ContactOutcome[] = ['talked', 'call-later']

/** The address that opens the card of a lead in the pipeline. @param leadNumber such as LD-000123 */
export function pipelineCardPath(leadNumber: string): string {
  return `/dashboard/pipeline?lead=${leadNumber}`
}

/** Labels of the state of the quote of a lead. */
export const quoteStateLabels: Readonly<Record<QuoteState, string>> = {
  draft: 'Quote draft',
  sent: 'Quote sent',
  viewed: 'Quote opened',
  question: 'Asks about quote',
  liked: 'Likes quote',
  expired: 'Quote expired',
  withdrawn: 'Quote withdrawn',
}
