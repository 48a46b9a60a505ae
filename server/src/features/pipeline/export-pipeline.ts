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
import { columnsFor, formatInstant, type Table } from '../../platform/export/columns.ts'
import { batchesOfOwnList } from '../../platform/export/read-rows.ts'
import { leadScopeOf } from '../leads/public/lead-scope.ts'
import { travellerColumns } from '../leads/public/traveller-columns.ts'
import { formatMinute } from './card-response.ts'
import { type CardTexts, findCardTexts } from './card-texts.queries.ts'
import { type CardRow, findCardsBelow } from './cards.queries.ts'

/** Small, because notes and contact logs can be long. */
const defaultBatchSize = 200

type ExportedRow = CardRow & CardTexts

const { text, money, date, time, instant } = columnsFor<ExportedRow>()

const columns = [
  ...travellerColumns,
  text('Travel month', (row) => row.travel_month),
  money('Paid from wallet', (row) => row.cost_paise),
  text('Replacement', (row) => row.replacement_status),
  text('Stage', (row) => columnLabels[isReturned(row) ? 'returned' : row.stage]),
  text('Assigned to', (row) => row.assignee?.name ?? null),
  ...instant(['In this stage since (IST)', 'Time of this stage (IST)'], (row) => row.stage_since),
  date('Next follow-up', (row) => row.follow_up_on),
  time('Follow-up time', (row) =>
    row.follow_up_minute === null ? null : formatMinute(row.follow_up_minute),
  ),
  text('Quote', (row) => (hasQuote(row) && row.quote ? quoteStateLabels[row.quote] : null)),
  money('Quote total', (row) => (hasQuote(row) ? row.quote_total_paise : null)),
  money('Won amount', (row) => row.won_paise),
  text('Why lost', (row) => row.lost_reason && lostReasons[row.lost_reason]),
  text('Details of lost', (row) => row.lost_text),
  ...instant(
    ['Last contact (IST)', 'Time of last contact (IST)'],
    (row) => row.last_contact && new Date(row.last_contact.at),
  ),
  text('Notes', (row) => linesOf(row.noteTexts.map(noteText), row.notes)),
  text('Contact log', (row) => linesOf(row.contacts.map(contactText), row.contactCount)),
]

const isReturned = (row: ExportedRow) => row.replacement_status === 'approved'
/** Otherwise the links of the quote do not work. */
const hasQuote = (row: ExportedRow) => !row.contact_stopped && !isReturned(row)

/**
 * Exports an agent's pipeline, newest purchase first, with the latest notes and contacts. Purchases are never
 * deleted or reordered, so reading from the newest to the oldest returns each of them once.
 */
export function exportPipeline(
  database: Database,
  call: ListRequest,
  { assignee, ...filters }: PipelineFilterQuery,
  batchSize = defaultBatchSize,
): Table<ExportedRow> {
  const scope = leadScopeOf(call.caller, assignee)
  const batches = batchesOfOwnList<ExportedRow>(
    database,
    call,
    async (from, after, limit) => {
      const rows = await findCardsBelow(
        from.kysely,
        { ...filters, ...scope },
        after?.purchase_id,
        limit,
      )
      const ids = rows.filter((row) => !row.contact_stopped).map(({ lead_id }) => lead_id)
      await commitContactViews(database, call.caller.userId, ids, 'exported')
      const texts = await findCardTexts(
        from.kysely,
        rows.map(({ purchase_id }) => purchase_id),
      )
      return rows.map((row) => ({
        ...row,
        ...(texts.get(row.purchase_id) ?? { noteTexts: [], contacts: [], contactCount: 0 }),
      }))
    },
    batchSize,
  )
  return { columns, batches }
}

/** The latest entries, one per line, and the number of earlier entries in Raahi. */
function linesOf(latest: readonly string[], total: number): string {
  const earlier = total - latest.length
  return [...latest, ...(earlier > 0 ? [`${earlier} earlier ones are in Raahi.`] : [])].join('\n')
}

/** '2026-12-25 10:00, Meera Nair: Two rooms' */
const noteText = ({ at, by, text }: CardTexts['noteTexts'][number]) =>
  `${formatInstant(at)}, ${by}: ${text}`

/** '2026-12-25 10:00, Meera Nair: Call, No answer' */
function contactText({ at, by, channel, outcome }: CardTexts['contacts'][number]): string {
  const result = outcome === null ? '' : `, ${contactOutcomes[outcome]}`
  return `${formatInstant(at)}, ${by}: ${channelLabels[channel]}${result}`
}
