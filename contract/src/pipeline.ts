import { z } from 'zod'
import { assignee } from './assignee-filter.ts'
import { contactAttempt, lastContact } from './contact-log.ts'
import { endpoint } from './endpoint.ts'
import { exportAnswerType, formatQuery } from './export-format.ts'
import {
  day,
  filterText,
  id,
  instant,
  linesText,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
  person,
} from './fields.ts'
import { leadTypes, replacementStatuses, tripTypes, wishAnswers } from './leads.ts'
import { paiseFromRupees, rupees } from './money.ts'
import {
  type LostReason,
  lostReasons,
  moveCauses,
  type PipelineColumn,
  pipelineColumns,
  pipelineStages,
} from './pipeline-labels.ts'
import { purchaseNote } from './purchase-notes.ts'
import { payWays } from './purchases.ts'
import { quoteStates } from './quote-rules.ts'

/** Cards of a column on one page of the board. */
export const cardsPerColumn = 50

/** Longest text beside the reason of a lost trip, in characters. */
export const maxLostTextLength = 500

/** The largest amount of a won trip: ₹10,00,00,000. */
export const maxWonPaise = 10_000_000_000

/** The server undoes a move up to this long after it. Screens offer it for `undoShownMs`. */
export const undoWithinMs = 10 * 60_000
export const undoShownMs = 10_000

/** Follow-ups are at most this many days ahead. */
export const maxFollowUpDays = 730

/** A day in India, with or without a time of that day. */
const followUpInput = z.strictObject({
  on: day,
  /** HH:MM in India; null: any time of the day. */
  time: z
    .string({ error: 'Enter a time.' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time, like 16:30.' })
    .nullable()
    .default(null),
})

export const followUp = z.object({
  /** YYYY-MM-DD in India. */
  on: z.string(),
  /** HH:MM in India; null: any time of the day. */
  time: z.string().nullable(),
})
export type FollowUp = z.output<typeof followUp>

/** A bought lead in the pipeline of its buyer. */
export const pipelineCard = z.object({
  /** Of the lead: calls take it to name a card. */
  leadId: id,
  /** LD-000123 */
  leadNumber: z.string(),
  name: z.string(),
  /** Null like the email: contact was stopped. The email is also null if the traveller gave none. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The traveller has withdrawn or was erased: no call, message, quote or follow-up any more. */
  contactStopped: z.boolean(),
  /** The traveller was erased: no note any more. */
  isErased: z.boolean(),
  destination: z.string().nullable(),
  city: z.string().nullable(),
  travelDate: z.string().nullable(),
  travelDays: z.int(),
  travelNights: z.int(),
  adult: z.int(),
  children: z.int(),
  infant: z.int(),
  tripType: z.enum(tripTypes),
  leadType: z.enum(leadTypes),
  ...wishAnswers,
  /** When the traveller verified the contact; null: not verified. */
  emailVerifiedAt: instant.nullable(),
  phoneVerifiedAt: instant.nullable(),
  /** What the wallet paid; 0 when a plan paid, and for callers, who learn nothing about money. */
  cost: rupees,
  paidWith: z.enum(payWays),
  boughtAt: instant,
  replacementStatus: z.enum(replacementStatuses),
  column: z.enum(pipelineColumns),
  stage: z.enum(pipelineStages),
  stageSince: instant,
  followUp: followUp.nullable(),
  /** Only in Won. Null: not entered. */
  wonAmount: rupees.nullable(),
  /** The price of the quote that was sent last; null: none was sent, or it was withdrawn. Proposed as the amount of a won trip. */
  quoteAmount: rupees.nullable(),
  /** Only in Lost. */
  lostReason: z.enum(Object.keys(lostReasons) as LostReason[]).nullable(),
  lostText: z.string().nullable(),
  /** The latest call or message; null: none. */
  lastContact: lastContact.nullable(),
  notes: z.int(),
  /** Null: there is none, or contact was stopped. */
  quote: z.enum(quoteStates).nullable(),
  /** The member that works the lead; null: not assigned. */
  assignee: z.object({ _id: id, name: z.string() }).nullable(),
  /** Changes with stage and follow-up. `movePipelineCard` takes it. */
  version: z.int(),
})
export type PipelineCard = z.output<typeof pipelineCard>

const positionPattern = /^(\d{4}-\d\d-\d\d|-)\.(\d{1,16})\.([0-9a-f-]{36})$/

/** The position after a card, as `next` gives it. It contains no text. */
const cursor = z
  .string()
  .regex(positionPattern, { error: 'This is not a position.' })
  .refine(
    (text) => {
      const [, on, , cardId] = positionPattern.exec(text) ?? []
      return id.safeParse(cardId).success && (on === '-' || day.safeParse(on).success)
    },
    { error: 'This is not a position.' },
  )

/**
 * A page of a column. Cards with a follow-up are first, the earliest first; then those without one, the latest stage change
 * first.
 */
export const pipelineColumnPage = z.object({
  cards: z.array(pipelineCard),
  /** The `after` of the next page; null: this is the last one. */
  next: z.string().nullable(),
})
export type PipelineColumnPage = z.output<typeof pipelineColumnPage>

const boardColumn = z.object({
  /** All cards of the column. */
  total: z.int(),
  ...pipelineColumnPage.shape,
})
export type BoardColumn = z.output<typeof boardColumn>

export const getPipeline = endpoint('GET', '/api/pipeline', {
  name: 'getPipeline',
  summary: 'Get the caller’s pipeline as a board: totals and the first cards of each stage',
  access: 'agent',
  lowestRole: 'caller',
  list: true,
  query: z.strictObject({ assignee }),
  answer: z.object({
    new: boardColumn,
    contacted: boardColumn,
    quoted: boardColumn,
    won: boardColumn,
    lost: boardColumn,
    /** Leads whose replacement was approved. `getPipelineColumn` and the list have their cards. */
    returned: z.object({ total: z.int() }),
    /** Today in India, to compare follow-ups with. */
    today: z.string(),
  }),
})

export const getPipelineColumn = endpoint('GET', '/api/pipeline/columns/{column}', {
  name: 'getPipelineColumn',
  summary: 'Get more cards of a column of the caller’s pipeline',
  access: 'agent',
  lowestRole: 'caller',
  list: true,
  params: z.strictObject({
    column: z.enum(pipelineColumns, { error: 'This column is not recognised.' }),
  }),
  query: z.strictObject({
    assignee,
    after: optionalFilter(cursor),
    limit: pageLimit(cardsPerColumn),
  }),
  answer: pipelineColumnPage,
})

/**
 * - today: due today · overdue: due before today · due: both · upcoming: due later · none: no follow-up
 */
export const followUpFilters = ['due', 'today', 'overdue', 'upcoming', 'none'] as const
export type FollowUpFilter = (typeof followUpFilters)[number]

/** Cards without a follow-up are last in the order of follow-ups. */
export const pipelineSorts = [
  '-boughtAt',
  'boughtAt',
  'followUp',
  '-stageSince',
  'stageSince',
] as const
export type PipelineSort = (typeof pipelineSorts)[number]

const filters = {
  /** Part of the customer, the contact, a place or the number of the lead. */
  search: optionalFilter(filterText()),
  column: optionalFilter(z.enum(pipelineColumns, { error: 'This stage is not recognised.' })),
  followUp: optionalFilter(z.enum(followUpFilters, { error: 'This filter is not recognised.' })),
  assignee,
  /** Part of the destination. */
  destination: optionalFilter(filterText()),
  /** Days of the purchase in Asia/Kolkata, both included. */
  startDate: optionalFilter(day),
  endDate: optionalFilter(day),
}
const filterQuery = z.strictObject(filters)
export type PipelineFilterQuery = z.output<typeof filterQuery>

export const listPipelineCards = endpoint('GET', '/api/pipeline/cards', {
  name: 'listPipelineCards',
  summary: 'List the caller’s pipeline by page. Default order: bought last first',
  access: 'agent',
  lowestRole: 'caller',
  list: true,
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(cardsPerColumn),
    ...filters,
    sort: optionalFilter(
      z.enum(pipelineSorts, { error: 'This sort order is not recognised.' }),
    ).transform((sort): PipelineSort => sort ?? '-boughtAt'),
  }),
  answer: pagedDocs(pipelineCard),
})

export const leadParams = z.strictObject({ leadId: id })

export const pipelineMove = z.object({
  _id: id,
  from: z.enum(pipelineStages),
  to: z.enum(pipelineStages),
  cause: z.enum(moveCauses),
  ...person,
  at: instant,
  /** Whether it was undone. */
  isUndone: z.boolean(),
})
export type PipelineMove = z.output<typeof pipelineMove>

/** A card keeps its latest moves, and deletes older ones. */
export const maxMoves = 100

export const getPipelineCard = endpoint('GET', '/api/pipeline/cards/{leadId}', {
  name: 'getPipelineCard',
  summary:
    'Get a card of the caller’s pipeline with its notes, contact log and moves, each the newest first',
  access: 'agent',
  lowestRole: 'caller',
  params: leadParams,
  answer: z.object({
    card: pipelineCard,
    notes: z.array(purchaseNote),
    contacts: z.array(contactAttempt),
    moves: z.array(pipelineMove),
  }),
  errors: ['LEAD_NOT_FOUND'],
})

const wonAmountError = 'Enter the price of the trip in rupees.'

/** Rupees, at most two decimals; a number of paise after parsing. */
const wonAmount = z
  .number({ error: wonAmountError })
  .refine((amount) => paiseFromRupees(amount) !== null, { error: wonAmountError })
  .refine((amount) => (paiseFromRupees(amount) ?? 0) <= maxWonPaise, {
    error: 'Enter an amount up to ₹10,00,00,000.',
  })
  .transform((amount) => paiseFromRupees(amount) ?? 0)
  .meta({ description: 'Rupees, at most two decimals' })

/** A move of a card to a stage. Won can have an amount; Lost has a reason. */
export const moveBody = z
  .strictObject({
    to: z.enum(pipelineStages, { error: 'Choose a stage.' }),
    /** The version of the card that the caller has seen. */
    version: z.int({ error: 'Reload the page.' }).min(0).max(2_147_483_647),
    wonAmount: wonAmount.nullish(),
    lostReason: z
      .enum(Object.keys(lostReasons) as LostReason[], { error: 'Choose a reason.' })
      .nullish(),
    lostText: linesText(maxLostTextLength).nullish(),
  })
  .superRefine(({ to, wonAmount: amount, lostReason, lostText }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (to !== 'won' && typeof amount === 'number')
      refuse('wonAmount', 'Only a won trip has an amount.')
    if (to === 'lost' && !lostReason) refuse('lostReason', 'Choose a reason.')
    if (to !== 'lost' && lostReason) refuse('lostReason', 'Only a lost trip has a reason.')
    if (to !== 'lost' && lostText) refuse('lostText', 'Only a lost trip has a reason.')
  })
export type MoveInput = z.output<typeof moveBody>

export const movePipelineCard = endpoint('POST', '/api/pipeline/cards/{leadId}/move', {
  name: 'movePipelineCard',
  summary:
    'Move a card of the caller’s pipeline to another stage. Won and Lost remove its follow-up',
  access: 'agent',
  lowestRole: 'caller',
  params: leadParams,
  body: moveBody,
  /** `moveId`: for `undoPipelineMove`; null if the card already had this stage with the same values. */
  answer: z.object({ card: pipelineCard, moveId: id.nullable() }),
  /** After PIPELINE_CARD_CHANGED read the card again: another tab or device has changed it. */
  errors: ['LEAD_NOT_FOUND', 'PIPELINE_CARD_CHANGED', 'LEAD_RETURNED', 'TOO_MANY_REQUESTS'],
})

export const undoPipelineMove = endpoint('POST', '/api/pipeline/cards/{leadId}/undo', {
  name: 'undoPipelineMove',
  summary: 'Undo the last move of a card of the caller’s pipeline, up to ten minutes after it',
  access: 'agent',
  lowestRole: 'caller',
  params: leadParams,
  body: z.strictObject({ moveId: id }),
  answer: pipelineCard,
  errors: ['LEAD_NOT_FOUND', 'MOVE_NOT_UNDONE', 'LEAD_RETURNED', 'TOO_MANY_REQUESTS'],
})

export const followUpBody = z.strictObject({ followUp: followUpInput.nullable() })
export type FollowUpInput = z.output<typeof followUpBody>['followUp']
export { followUpInput }

export const setFollowUp = endpoint('PUT', '/api/pipeline/cards/{leadId}/followUp', {
  name: 'setFollowUp',
  summary: 'Set or remove the next follow-up of a card of the caller’s pipeline',
  access: 'agent',
  lowestRole: 'caller',
  params: leadParams,
  body: followUpBody,
  answer: pipelineCard,
  errors: ['LEAD_NOT_FOUND', 'LEAD_RETURNED', 'CONTACT_STOPPED', 'TOO_MANY_REQUESTS'],
})

/** Largest number of follow-ups on the agent's home page. */
export const maxListedFollowUps = 10

export const getFollowUps = endpoint('GET', '/api/pipeline/followUps', {
  name: 'getFollowUps',
  summary:
    'Get the caller’s follow-ups that are due today or overdue: how many, and the first ones',
  access: 'agent',
  lowestRole: 'caller',
  list: true,
  query: z.strictObject({ assignee }),
  answer: z.object({
    today: z.string(),
    dueToday: z.int(),
    overdue: z.int(),
    /** Due in the next seven days, today not included. */
    upcoming: z.int(),
    /** Overdue ones first, then those of today by time. */
    cards: z.array(pipelineCard),
  }),
})

const pipelineSettings = z.object({
  /** A mail each morning on which a follow-up is due. */
  mailReminders: z.boolean(),
  /** No mail is sent to an email that is not confirmed. */
  isEmailConfirmed: z.boolean(),
})
export type PipelineSettings = z.output<typeof pipelineSettings>

export const getPipelineSettings = endpoint('GET', '/api/pipeline/settings', {
  name: 'getPipelineSettings',
  summary: 'Get whether the caller is mailed about follow-ups',
  access: 'agent',
  lowestRole: 'buyer',
  answer: pipelineSettings,
})

export const setPipelineSettings = endpoint('PUT', '/api/pipeline/settings', {
  name: 'setPipelineSettings',
  summary: 'Turn the caller’s morning mail about follow-ups on or off',
  access: 'agent',
  lowestRole: 'buyer',
  body: z.strictObject({ mailReminders: z.boolean({ error: 'Choose true or false.' }) }),
  answer: pipelineSettings,
  errors: ['TOO_MANY_REQUESTS'],
})

/** The address of the page that stops reminders without a login. Its `key` is the agent's secret. */
export const stopRemindersPath = '/reminders/stop'

/**
 * Notes and contacts of a lead in an export, the newest ones. A cell of a spreadsheet holds 32,767 characters: 15 notes of
 * `maxNoteLength` with their times fit.
 */
export const maxExportedNotes = 15
export const maxExportedContacts = 100

export const exportPipeline = endpoint('GET', '/api/pipeline/export', {
  name: 'exportPipeline',
  summary: 'Export the caller’s pipeline as CSV or XLSX, bought last first',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  query: filterQuery.extend(formatQuery),
  answerType: exportAnswerType,
})

export type { PipelineColumn }
