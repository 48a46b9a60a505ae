import { placeName } from '@raahi/contract/places'
import { quoteLimits } from '@raahi/contract/quote-limits'
import type { QuoteTemplate } from '@raahi/contract/quote-templates'
import type { QuoteTexts } from '@raahi/contract/quotes'
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { sqlState } from '../../platform/database/errors.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { namesTraveller } from './names-traveller.ts'
import { joinQuoteTexts } from './quote-response.ts'
import { findQuotedPurchase, findVersions, lockQuotedPurchase } from './quotes.queries.ts'

type TemplateRow = Selectable<Schema['quote_templates']>
interface Naming {
  name: string
  destination: string
}

/** An agent's templates by destination and name. Templates without a destination come last. */
export async function listQuoteTemplates(
  db: Kysely<Schema>,
  userId: string,
): Promise<QuoteTemplate[]> {
  const rows = await db
    .selectFrom('quote_templates')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .execute()
  const placeOf = ({ destination }: TemplateRow) => placeName(destination).toLowerCase()
  const isOpen = ({ destination }: TemplateRow) => Number(destination === '')
  return rows
    .sort((a, b) => isOpen(a) - isOpen(b) || placeOf(a).localeCompare(placeOf(b)))
    .map(toTemplate)
}

/** @throws ApiFailure QUOTE_TEMPLATE_NOT_FOUND, also for another agent's template */
export async function readQuoteTemplate(
  db: Kysely<Schema>,
  of: { userId: string; id: string },
): Promise<QuoteTemplate & { texts: QuoteTexts }> {
  const row = await db
    .selectFrom('quote_templates')
    .selectAll()
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .executeTakeFirst()
  if (!row) throw new ApiFailure('QUOTE_TEMPLATE_NOT_FOUND')
  const { title, days, inclusions, exclusions, terms } = row
  return { ...toTemplate(row), texts: { title, days, inclusions, exclusions, terms } }
}

/**
 * Saves the texts of the newest version of an agent's quote as a template. Texts that name the traveller are rejected,
 * because the template is used for other travellers. An erasure of the traveller deletes the template.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_TEMPLATE_LIMIT, QUOTE_TEMPLATE_NAME_TAKEN,
 * QUOTE_TEMPLATE_NAMES_TRAVELLER
 */
export async function createQuoteTemplate(
  database: Database,
  { userId, quoteId, ...naming }: Naming & { userId: string; quoteId: string },
): Promise<QuoteTemplate> {
  return withTransaction(database, async (tx) => {
    // A concurrent erasure is either committed, and has left no text, or waits and deletes the template.
    const purchase = await lockQuotedPurchase(tx, { userId, quoteId })
    if (!purchase) throw new ApiFailure('QUOTE_NOT_FOUND')
    const [newest] = await findVersions(tx, quoteId)
    if (!newest) throw new ApiFailure('QUOTE_NOT_FOUND')
    const { title, days, inclusions, exclusions, terms } = newest
    const texts = { title, days, inclusions, exclusions, terms }
    if (
      namesTraveller(`${naming.name}\n${naming.destination}\n${joinQuoteTexts(texts)}`, purchase)
    ) {
      throw new ApiFailure('QUOTE_TEMPLATE_NAMES_TRAVELLER')
    }
    // Serialises concurrent requests of one agent, so that each counts the templates that earlier ones added.
    await sql`select from users where id = ${userId} for no key update`.execute(tx)
    const { n } = await tx
      .selectFrom('quote_templates')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (n >= quoteLimits.templates) throw new ApiFailure('QUOTE_TEMPLATE_LIMIT')
    const row = await rejectTakenName(() =>
      tx
        .insertInto('quote_templates')
        .values({
          id: uuidv7(),
          user_id: userId,
          quote_id: quoteId,
          purchase_id: purchase.purchase_id,
          ...naming,
          ...texts,
          days: JSON.stringify(days),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    return toTemplate(row)
  })
}

/**
 * @throws ApiFailure QUOTE_TEMPLATE_NOT_FOUND, also for another agent's template; QUOTE_TEMPLATE_NAME_TAKEN,
 * QUOTE_TEMPLATE_NAMES_TRAVELLER
 */
export async function updateQuoteTemplate(
  database: Database,
  of: { userId: string; id: string },
  { name, destination }: Naming,
): Promise<QuoteTemplate> {
  const purchaseId = await findSource(database.kysely, of)
  const source = purchaseId && (await findQuotedPurchase(database.kysely, { ...of, purchaseId }))
  if (source && namesTraveller(`${name}\n${destination}`, source)) {
    throw new ApiFailure('QUOTE_TEMPLATE_NAMES_TRAVELLER')
  }
  const row = await rejectTakenName(() =>
    database.kysely
      .updateTable('quote_templates')
      .set({ name, destination, updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', of.id)
      .where('user_id', '=', of.userId)
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row) throw new ApiFailure('QUOTE_TEMPLATE_NOT_FOUND')
  return toTemplate(row)
}

/** The id of the purchase from whose quote an agent's template was made. */
async function findSource(
  db: Kysely<Schema>,
  of: { userId: string; id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('quote_templates')
    .select('purchase_id')
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .executeTakeFirst()
  return row?.purchase_id ?? null
}

/** @throws ApiFailure QUOTE_TEMPLATE_NOT_FOUND, also for another agent's template */
export async function deleteQuoteTemplate(
  database: Database,
  of: { userId: string; id: string },
): Promise<void> {
  const { numDeletedRows } = await database.kysely
    .deleteFrom('quote_templates')
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ApiFailure('QUOTE_TEMPLATE_NOT_FOUND')
}

function toTemplate(row: TemplateRow): QuoteTemplate {
  return {
    _id: row.id,
    name: row.name,
    destination: row.destination,
    days: row.days.length,
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Runs a write of a template and converts a violation of the unique index of names into QUOTE_TEMPLATE_NAME_TAKEN. */
async function rejectTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) === '23505') throw new ApiFailure('QUOTE_TEMPLATE_NAME_TAKEN')
    throw error
  }
}
