import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  day,
  filterText,
  id,
  idParams,
  instant,
  linesText,
  person,
  requiredLines,
} from './fields.ts'
import { quoteLimits } from './quote-limits.ts'
import { quoteAnswerKinds, quoteGstChoices, quoteVersionStatuses } from './quote-rules.ts'

/** The largest value of an integer column of the database. */
const maxInteger = 2_147_483_647
const maxVersion = 1000
export const maxNotInPdf = 20

/** Integer paise. */
const paise = z.int().min(0)

const quoteDay = z.strictObject({
  title: filterText(quoteLimits.dayTitle),
  text: linesText(quoteLimits.dayText),
})
export type QuoteDay = z.output<typeof quoteDay>

/** The texts of a quote. A template has them too. */
export const quoteTexts = {
  title: filterText(quoteLimits.title),
  days: z.array(quoteDay).max(quoteLimits.days, { error: 'A quote can have 30 days.' }),
  inclusions: linesText(quoteLimits.list),
  exclusions: linesText(quoteLimits.list),
  terms: linesText(quoteLimits.list),
}

const texts = z.object(quoteTexts)
export type QuoteTexts = z.output<typeof texts>

const content = {
  ...quoteTexts,
  pricePerPersonPaise: z
    .int({ error: 'Enter an amount in rupees with at most two decimals.' })
    .min(0, { error: 'Enter a price of 0 or more.' })
    .max(quoteLimits.pricePerPersonPaise, { error: 'Enter an amount up to ₹10,00,000.' }),
  persons: z
    .int({ error: 'Enter a whole number.' })
    .min(0, { error: 'Enter a whole number.' })
    .max(quoteLimits.persons, { error: `Enter at most ${quoteLimits.persons} persons.` }),
  gst: z.enum(quoteGstChoices, { error: 'Choose how GST is shown.' }),
  /** The last day in India on which the quote is valid; null: not chosen yet. */
  validUntil: day.nullable(),
}

export const quoteContent = z.object(content)
export type QuoteContent = z.output<typeof quoteContent>

/** The number of characters of all texts. */
export function countQuoteCharacters(texts: QuoteTexts): number {
  const { title, days, inclusions, exclusions, terms } = texts
  const ofDays = days.reduce((sum, day) => sum + day.title.length + day.text.length, 0)
  return title.length + ofDays + inclusions.length + exclusions.length + terms.length
}

const revision = z
  .int()
  .min(1)
  .max(maxInteger - 1)

/** A draft as it is typed: anything may still be missing. */
const draftForm = z
  .strictObject({
    ...content,
    /** The revision that was read or saved last, so that a change in another tab is not overwritten. */
    revision,
  })
  .refine((draft) => countQuoteCharacters(draft) <= quoteLimits.allTexts, {
    path: ['days'],
    error: `All texts of a quote together can have ${quoteLimits.allTexts} characters.`,
  })
export type QuoteDraftForm = z.output<typeof draftForm>

/** What the server computed from the content and stored with it. */
const totals = {
  /** The rate of the version in percent; 0 without GST. */
  gstPercent: z.int(),
  taxablePaise: paise,
  gstPaise: paise,
  totalPaise: paise,
}

export const quoteDraft = z.object({
  /** The number that it gets when it is sent. */
  version: z.int(),
  revision: z.int(),
  savedAt: instant,
  ...content,
  ...totals,
  /**
   * Different characters of the texts that the PDF leaves out, because its fonts have neither them nor a similar one: pictographs
   * and scripts other than Latin and Devanagari. The first of them; empty: none.
   */
  notInPdf: z.array(z.string()).max(maxNotInPdf),
})
export type QuoteDraft = z.output<typeof quoteDraft>

export const quoteVersionSummary = z.object({
  version: z.int(),
  status: z.enum(quoteVersionStatuses).exclude(['draft']),
  title: z.string(),
  totalPaise: paise,
  validUntil: day,
  sentAt: instant,
  /** Who sent it. */
  ...person,
  /** When it was replaced or withdrawn; null while it is the present one. */
  endedAt: instant.nullable(),
  /** When its mail to the traveller was queued; null: it was not. */
  mailedAt: instant.nullable(),
  /** How often the link was opened while this version was the present one. Reloads within a minute count once. */
  views: z.int(),
  lastViewedAt: instant.nullable(),
})
export type QuoteVersionSummary = z.output<typeof quoteVersionSummary>

export const quoteAnswer = z.object({
  _id: id,
  version: z.int(),
  kind: z.enum(quoteAnswerKinds),
  /** The text of a question; null for other answers and after an erasure. */
  text: z.string().nullable(),
  at: instant,
})
export type QuoteAnswer = z.output<typeof quoteAnswer>

/** The agency that a quote shows. */
export const quoteAgency = z.object({
  companyName: z.string(),
  agentName: z.string(),
  phone: z.string().nullable(),
  email: z.string(),
  address: z.string().nullable(),
  gstin: z.string().nullable(),
  hasLogo: z.boolean(),
})
export type QuoteAgency = z.output<typeof quoteAgency>

/** Why nothing can be sent to the traveller any more. */
export const quoteStops = ['withdrawn', 'returned'] as const
export type QuoteStop = (typeof quoteStops)[number]

/** The quote of a purchase as its agent sees it. */
export const quote = z.object({
  _id: id,
  purchaseId: id,
  lead: z.object({
    leadId: z.string(),
    name: z.string(),
    /** The lead in the pipeline, by which contacts are recorded. */
    _id: z.string(),
    phone: z.string().nullable(),
    destination: z.string().nullable(),
    hasEmail: z.boolean(),
  }),
  /** Null: the newest version was sent. The next change creates a draft. */
  draft: quoteDraft.nullable(),
  /** Sent versions, the newest first. */
  versions: z.array(quoteVersionSummary),
  /** The newest first. */
  answers: z.array(quoteAnswer),
  /** As the next version shows it. */
  agency: quoteAgency,
  /** Null: it can be sent. */
  stopped: z.enum(quoteStops).nullable(),
})
export type Quote = z.output<typeof quote>

const sharedErrors = ['QUOTE_NOT_FOUND', 'TOO_MANY_REQUESTS'] as const
const sendErrors = [...sharedErrors, 'CONTACT_STOPPED', 'LEAD_RETURNED'] as const

export const getPurchaseQuote = endpoint('GET', '/api/purchases/{id}/quote', {
  name: 'getPurchaseQuote',
  summary: 'Get the quote of an own purchase; null if it has none. `id` is the purchase',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: z.object({ quote: quote.nullable() }),
  errors: ['LEAD_NOT_FOUND'],
})

export const openQuoteDraft = endpoint('POST', '/api/purchases/{id}/quote', {
  name: 'openQuoteDraft',
  summary:
    'Open the draft of an own purchase’s quote, which is made if there is none: empty, or from the newest version. `id` is the purchase',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: quote,
  errors: [
    'LEAD_NOT_FOUND',
    'CONTACT_STOPPED',
    'LEAD_RETURNED',
    'QUOTE_VERSION_LIMIT',
    'TOO_MANY_REQUESTS',
  ],
})

export const getQuote = endpoint('GET', '/api/quotes/{id}', {
  name: 'getQuote',
  summary: 'Get an own quote with its draft, versions, views and answers',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: quote,
  errors: ['QUOTE_NOT_FOUND'],
})

/** A sent quote whose texts a new one can start with. The price is left out, because it belongs to another trip. */
const lastQuote = z.object({
  destination: z.string().nullable(),
  sentAt: instant,
  texts,
})
export type LastQuote = z.output<typeof lastQuote>

export const getLastQuote = endpoint('GET', '/api/quotes/{id}/last', {
  name: 'getLastQuote',
  summary:
    'Get the texts of the quote that the caller sent last for another lead, if possible to the same destination; null if there is none without the name of its traveller',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: z.object({ quote: lastQuote.nullable() }),
  errors: ['QUOTE_NOT_FOUND'],
})

export const saveQuoteDraft = endpoint('PUT', '/api/quotes/{id}/draft', {
  name: 'saveQuoteDraft',
  summary: 'Save the draft of an own quote, and compute its amounts',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  body: draftForm,
  answer: quoteDraft,
  errors: [...sharedErrors, 'QUOTE_CHANGED', 'CONTACT_STOPPED'],
})

export const discardQuoteDraft = endpoint('DELETE', '/api/quotes/{id}/draft', {
  name: 'discardQuoteDraft',
  summary: 'Discard the draft of an own quote. Sent versions stay',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  message: 'Draft deleted.',
  errors: ['QUOTE_NOT_FOUND'],
})

/** A link for a traveller. The secret is part of this answer only: its hash is stored. */
const quoteLink = z.object({ url: z.string() })

export const sendQuote = endpoint('POST', '/api/quotes/{id}/send', {
  name: 'sendQuote',
  summary: 'Send the draft of an own quote: it becomes a version that is never changed again',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  body: z.strictObject({ revision }),
  answer: z.object({ quote, link: quoteLink }),
  message: 'Your quote is ready to share.',
  errors: [...sendErrors, 'QUOTE_CHANGED', 'QUOTE_INCOMPLETE'],
})

export const createQuoteLink = endpoint('POST', '/api/quotes/{id}/links', {
  name: 'createQuoteLink',
  summary:
    'Create a link to the present version of an own quote, to copy it or to send it by WhatsApp',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: quoteLink,
  errors: [...sendErrors, 'QUOTE_NOT_SENT'],
})

export const mailQuote = endpoint('POST', '/api/quotes/{id}/mail', {
  name: 'mailQuote',
  summary: 'Mail a link to the present version of an own quote to its traveller, once per version',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: quote,
  message: 'The quote is on its way by email.',
  errors: [...sendErrors, 'QUOTE_NOT_SENT', 'QUOTE_ALREADY_MAILED', 'TRAVELLER_HAS_NO_EMAIL'],
})

export const withdrawQuote = endpoint('POST', '/api/quotes/{id}/withdraw', {
  name: 'withdrawQuote',
  summary: 'Withdraw an own quote: all its links stop working',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: quote,
  message: 'Quote withdrawn. Its links no longer work.',
  errors: ['QUOTE_NOT_FOUND', 'QUOTE_NOT_SENT'],
})

const versionParams = z.strictObject({
  id,
  version: z.coerce.number().int().min(1).max(maxVersion),
})

export const getQuoteVersion = endpoint('GET', '/api/quotes/{id}/versions/{version}', {
  name: 'getQuoteVersion',
  summary: 'Get a version of an own quote with its content; also the draft',
  access: 'agent',
  lowestRole: 'caller',
  params: versionParams,
  answer: z.object({
    version: z.int(),
    status: z.enum(quoteVersionStatuses),
    sentAt: instant.nullable(),
    agency: quoteAgency,
    ...content,
    ...totals,
  }),
  errors: ['QUOTE_NOT_FOUND'],
})
export type QuoteVersion = z.output<typeof getQuoteVersion.answer>

export const getQuotePdf = endpoint('GET', '/api/quotes/{id}/versions/{version}/pdf', {
  name: 'getQuotePdf',
  summary: 'Get a version of an own quote as PDF; also the draft, which is marked as such',
  access: 'agent',
  lowestRole: 'caller',
  params: versionParams,
  answerType: 'application/pdf',
  errors: [...sharedErrors],
})

const secretBody = { secret: z.string() }

/** A quote as its traveller sees it: the quote and the agency, and nothing about the lead. */
export const sharedQuote = z.object({
  version: z.int(),
  sentAt: instant,
  validUntil: day,
  agency: quoteAgency,
  /** Null: it is not valid any more. */
  quote: z
    .object({ ...content, ...totals })
    .omit({ validUntil: true })
    .nullable(),
  /** The traveller has pressed 'I like it' for this version. */
  isLiked: z.boolean(),
})
export type SharedQuote = z.output<typeof sharedQuote>

export const readSharedQuote = endpoint('POST', '/api/sharedQuote', {
  name: 'readSharedQuote',
  summary: 'Read a quote by the secret of its link, and count the view',
  access: 'public',
  body: z.strictObject(secretBody),
  answer: sharedQuote,
  errors: ['QUOTE_LINK_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const answerSharedQuote = endpoint('POST', '/api/sharedQuote/answer', {
  name: 'answerSharedQuote',
  summary: 'Like a quote or ask a question about it, by the secret of its link',
  access: 'public',
  body: z
    .strictObject({
      ...secretBody,
      version: z.int().min(1).max(maxVersion),
      kind: z.enum(quoteAnswerKinds, { error: 'Choose like or question.' }),
      /** Only for a question. */
      text: requiredLines('Write your question.', quoteLimits.question).optional(),
    })
    .refine(({ kind, text }) => (kind === 'question') === (text !== undefined), {
      path: ['text'],
      error: 'Write your question.',
    }),
  message: 'Thank you! Your travel agent has your answer.',
  errors: [
    'QUOTE_LINK_NOT_FOUND',
    'QUOTE_EXPIRED',
    'QUOTE_HAS_NEW_VERSION',
    'TOO_MANY_QUESTIONS',
    'TOO_MANY_REQUESTS',
  ],
})

export const getSharedQuotePdf = endpoint('POST', '/api/sharedQuote/pdf', {
  name: 'getSharedQuotePdf',
  summary: 'Get a quote as PDF by the secret of its link',
  access: 'public',
  body: z.strictObject(secretBody),
  answerType: 'application/pdf',
  errors: ['QUOTE_LINK_NOT_FOUND', 'QUOTE_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const getSharedQuoteLogo = endpoint('POST', '/api/sharedQuote/logo', {
  name: 'getSharedQuoteLogo',
  summary: 'Get the agency’s logo of a quote by the secret of its link',
  access: 'public',
  body: z.strictObject(secretBody),
  answerType: 'image/png',
  errors: ['QUOTE_LINK_NOT_FOUND', 'FILE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
