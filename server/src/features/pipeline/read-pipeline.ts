import { pageOf } from '@raahi/contract/fields'
import {
  type BoardColumn,
  cardsPerColumn,
  maxListedFollowUps,
  type PipelineCard,
  type PipelineColumnPage,
  type PipelineFilterQuery,
  type PipelineSort,
} from '@raahi/contract/pipeline'
import type { PipelineColumn, PipelineStage } from '@raahi/contract/pipeline-labels'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { formatPosition, parsePosition, toCard } from './card-response.ts'
import {
  findBoard,
  findCard,
  findCardPage,
  findColumnPage,
  findFollowUps,
} from './cards.queries.ts'
import { findMoves } from './moves.queries.ts'
import { findNotes } from './notes.queries.ts'
import { findContacts } from './public/contacts.queries.ts'

type Db = Kysely<Schema>
type PlacedRow = Awaited<ReturnType<typeof findColumnPage>>[number]

/** An agent's pipeline as a board: each stage with its total and its first page. */
export async function readBoard(db: Db, scope: LeadScope) {
  const { today, totals, rows } = await findBoard(db, scope)
  const column = (stage: PipelineStage): BoardColumn => ({
    total: totals[stage] ?? 0,
    ...toPage(
      rows.filter((row) => row.column === stage),
      cardsPerColumn,
      scope,
    ),
  })
  return {
    new: column('new'),
    contacted: column('contacted'),
    quoted: column('quoted'),
    won: column('won'),
    lost: column('lost'),
    returned: { total: totals.returned ?? 0 },
    today,
  }
}

/** A page of a column. @param of.after the position of the last card of the previous page, in wire format */
export async function readColumn(
  db: Db,
  of: LeadScope & { column: PipelineColumn; after: string | undefined; limit: number },
): Promise<PipelineColumnPage> {
  const after = of.after === undefined ? undefined : parsePosition(of.after)
  // One card more than the page shows whether there is a next page.
  return toPage(await findColumnPage(db, { ...of, after, limit: of.limit + 1 }), of.limit, of)
}

/** @param rows the cards of the page, and one more if there is a next page */
function toPage(rows: readonly PlacedRow[], limit: number, scope: LeadScope): PipelineColumnPage {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next =
    last && rows.length > limit
      ? formatPosition({
          followUpOn: last.follow_up_on,
          sinceUs: last.since_us,
          purchaseId: last.purchase_id,
        })
      : null
  return { cards: page.map((row) => toCard(row, scope)), next }
}

export async function listCards(
  db: Db,
  scope: LeadScope,
  query: Omit<PipelineFilterQuery, 'assignee'> & {
    page: number
    limit: number
    sort: PipelineSort
  },
) {
  const { page, limit, sort, ...filters } = query
  const { total, rows } = await findCardPage(
    db,
    { ...filters, ...scope },
    { sort, offset: (page - 1) * limit, limit },
  )
  return pageOf(
    rows.map((row) => toCard(row, scope)),
    total,
    page,
    limit,
  )
}

/** @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent */
export async function readCard(db: Db, of: LeadScope & { leadId: string }): Promise<PipelineCard> {
  const row = await findCard(db, of)
  if (!row) throw new ApiFailure('LEAD_NOT_FOUND')
  return toCard(row, of)
}

/**
 * A card with its notes, contacts and moves.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent
 */
export async function readCardDetails(db: Db, of: LeadScope & { leadId: string }) {
  const row = await findCard(db, of)
  if (!row) throw new ApiFailure('LEAD_NOT_FOUND')
  const { purchase_id: purchaseId } = row
  return {
    card: toCard(row, of),
    notes: await findNotes(db, purchaseId),
    contacts: await findContacts(db, purchaseId),
    moves: await findMoves(db, purchaseId),
  }
}

export async function readFollowUps(db: Db, scope: LeadScope) {
  const { counts, rows } = await findFollowUps(db, scope, maxListedFollowUps)
  return {
    today: counts.today,
    dueToday: counts.due_today,
    overdue: counts.overdue,
    upcoming: counts.upcoming,
    cards: rows.map((row) => toCard(row, scope)),
  }
}
