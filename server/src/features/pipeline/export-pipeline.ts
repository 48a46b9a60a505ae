import type { PipelineFilterQuery } from '@raahi/contract/pipeline'
import {
  channelLabels,
  columnLabels,
  contactOutcomes,
  lostReasons,
  quoteStateLabels,
} from '@raahi/contract/pipeline-labels'
import { commitContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { ListRequest } from '../../platform/database/read-list.ts'
import { type Cell, indianDateTime, rupeesCell } from '../../platform/http/csv.ts'
import { csvOfOwnList } from '../../platform/http/stream-csv.ts'
import { travellerCells, travellerHeadings } from '../purchases/traveller-cells.ts'
import { type CardTexts, findCardTexts } from './card-texts.queries.ts'
import { formatMinute } from './card-wire.ts'
import { type ExportedCardRow, findCardsBelow } from './cards.queries.ts'

const headings = [
  ...travellerHeadings,
  'Travel month',
  'Paid from wallet',
  'Replacement',
  'Stage',
  'In this stage since (IST)',
  'Next follow-up',
  'Follow-up time',
  'Quote',
  'Quote total',
  'Won amount',
  'Why lost',
  'Details of lost',
  'Last contact (IST)',
  'Notes',
  'Contact log',
]

/** Small, because notes and contact logs can be long. */
const defaultBatchSize = 200

type ExportedRow = ExportedCardRow & CardTexts

/**
 * Exports an agent's pipeline as CSV, newest purchase first, with the latest notes and contacts. Purchases are never
 * deleted or reordered, so reading from the newest to the oldest returns each of them once.
 */
export function exportPipeline(
  database: Database,
  call: ListRequest,
  filters: PipelineFilterQuery,
  batchSize = defaultBatchSize,
): AsyncGenerator<string, void> {
  const { userId } = call.caller
  return csvOfOwnList<ExportedRow>(database, call, {
    headings,
    findAfter: async (from, after, limit) => {
      const rows = await findCardsBelow(
        from.kysely,
        { ...filters, userId },
        after?.purchase_id,
        limit,
      )
      const ids = rows.filter((row) => !row.contact_stopped).map(({ lead_id }) => lead_id)
      await commitContactViews(database, userId, ids, 'exported')
      const texts = await findCardTexts(
        from.kysely,
        rows.map(({ purchase_id }) => purchase_id),
      )
      return rows.map((row) => ({
        ...row,
        ...(texts.get(row.purchase_id) ?? { noteTexts: [], contacts: [], contactCount: 0 }),
      }))
    },
    toCells,
    batchSize,
  })
}

function toCells(row: ExportedRow): Cell[] {
  const isReturned = row.replacement_status === 'approved'
  // Otherwise the links of the quote do not work.
  const hasQuote = !row.contact_stopped && !isReturned
  return [
    ...travellerCells(row),
    row.travel_month,
    rupeesCell(row.cost_paise),
    row.replacement_status,
    columnLabels[isReturned ? 'returned' : row.stage],
    indianDateTime(row.stage_since),
    row.follow_up_on,
    row.follow_up_minute === null ? null : formatMinute(row.follow_up_minute),
    hasQuote && row.quote ? quoteStateLabels[row.quote] : null,
    hasQuote && row.quote_total_paise !== null ? rupeesCell(row.quote_total_paise) : null,
    row.won_paise === null ? null : rupeesCell(row.won_paise),
    row.lost_reason && lostReasons[row.lost_reason],
    row.lost_text,
    row.last_contact && indianDateTime(new Date(row.last_contact.at)),
    linesOf(row.noteTexts.map(noteText), row.notes),
    linesOf(row.contacts.map(contactText), row.contactCount),
  ]
}

/** The latest entries, one per line, and the number of earlier entries in Raahi. */
function linesOf(latest: readonly string[], total: number): Cell {
  const earlier = total - latest.length
  return (
    [...latest, ...(earlier > 0 ? [`${earlier} earlier ones are in Raahi.`] : [])].join('\n') ||
    null
  )
}

const noteText = ({ at, text }: CardTexts['noteTexts'][number]) => `${indianDateTime(at)}: ${text}`

/** '25-12-2026 10:00 AM: Call, No answer' */
function contactText({ at, channel, outcome }: CardTexts['contacts'][number]): string {
  const result = outcome === null ? '' : `, ${contactOutcomes[outcome]}`
  return `${indianDateTime(at)}: ${channelLabels[channel]}${result}`
}
