// Without schemas, so that the traveller's page does not load zod.

import { taxInside, taxOnTop, tourGstPercent } from './gst.ts'

/** The states of one version of a quote. */
export const quoteVersionStatuses = ['draft', 'sent', 'replaced', 'withdrawn'] as const
export type QuoteVersionStatus = (typeof quoteVersionStatuses)[number]

/**
 * The life of one version of a quote.
 * - send: it becomes readable by the links of the quote, and is never changed again
 * - replace: the next version is sent
 * - withdraw: the agent takes the quote back; its links stop working
 */
export const quoteVersionStates = {
  draft: { send: 'sent' },
  sent: { replace: 'replaced', withdraw: 'withdrawn' },
  replaced: {},
  withdrawn: {},
} as const satisfies Record<
  QuoteVersionStatus,
  Partial<Record<'send' | 'replace' | 'withdraw', QuoteVersionStatus>>
>

/**
 * How the price of a quote relates to GST.
 * - included: the price per person includes it
 * - added: it is added to the price per person
 * - none: the agency has no GSTIN and must not charge it (CGST Act, section 32)
 */
export const quoteGstChoices = ['included', 'added', 'none'] as const
export type QuoteGst = (typeof quoteGstChoices)[number]

/** The choices of an agency: GST is shown if and only if the agency is registered. */
export function gstChoicesOf(gstin: string | null): readonly QuoteGst[] {
  return gstin === null ? ['none'] : ['included', 'added']
}

/** The amounts of a quote, in integer paise. */
export interface QuoteTotals {
  /** The price without GST. */
  taxablePaise: number
  gstPaise: number
  /** What the travellers pay together: taxable value and GST. */
  totalPaise: number
}

/**
 * Computes the amounts of a quote. GST is rounded once, half up, for the whole quote. The server stores the result with the
 * quote; screen, PDF and link show what is stored.
 * @param price.pricePerPersonPaise integer, 0 to `quoteLimits.pricePerPersonPaise`
 * @param price.persons integer, 0 to `quoteLimits.persons`
 */
export function computeQuoteTotals(price: {
  pricePerPersonPaise: number
  persons: number
  gst: QuoteGst
}): QuoteTotals {
  const pricePaise = price.pricePerPersonPaise * price.persons
  if (price.gst === 'none') return { taxablePaise: pricePaise, gstPaise: 0, totalPaise: pricePaise }
  if (price.gst === 'added') {
    const gstPaise = taxOnTop(pricePaise, tourGstPercent)
    return { taxablePaise: pricePaise, gstPaise, totalPaise: pricePaise + gstPaise }
  }
  const gstPaise = taxInside(pricePaise, tourGstPercent, tourGstPercent)
  return { taxablePaise: pricePaise - gstPaise, gstPaise, totalPaise: pricePaise }
}

/** The reactions of a traveller to a quote. */
export const quoteAnswerKinds = ['like', 'question'] as const
export type QuoteAnswerKind = (typeof quoteAnswerKinds)[number]

/**
 * The state of the quote of a bought lead in lists: that of the newest version that was sent.
 * - draft: no version was sent yet
 * - sent, viewed: the traveller has not answered it; viewed: has opened it
 * - question, liked: the latest answer to it
 * - expired: it was not answered, and its last day of validity is over
 * - withdrawn: by the agent
 */
export const quoteStates = [
  'draft',
  'sent',
  'viewed',
  'question',
  'liked',
  'expired',
  'withdrawn',
] as const
export type QuoteState = (typeof quoteStates)[number]

/** The page of a traveller's link. The secret follows #, so that no server log and no other site gets it. */
export function quotePath(secret: string): string {
  return `/quote#${secret}`
}

/** The label of the tax in a quote. */
export const tourGstLabel = `GST ${tourGstPercent}%`
