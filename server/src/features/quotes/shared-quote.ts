import { quoteLimits } from '@raahi/contract/quote-limits'
import type { QuoteAnswerKind } from '@raahi/contract/quote-rules'
import type { SharedQuote } from '@raahi/contract/quotes'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { findWorkerOf } from '../users/public/users.queries.ts'
import { quoteAnswerMail } from './quote-mails.ts'
import { toSharedQuote } from './quote-response.ts'
import { findSharedVersion, type SharedQuoteRow } from './quotes.queries.ts'

// Calls of a traveller with the secret of a link. An unknown link and a stopped link get the same response.

/** A page that is opened again within this time counts as the same view. */
const sameViewSeconds = 60

/**
 * Reads the present version of a link's quote and counts the view.
 * @throws ApiFailure QUOTE_LINK_NOT_FOUND
 */
export async function readSharedQuote(database: Database, secret: string): Promise<SharedQuote> {
  const row = await findSharedQuote(database, secret)
  await sql`
    insert into quote_views as kept (quote_id, number) values (${row.quote_id}, ${row.number}::integer)
    on conflict (quote_id, number) do update
      set views = kept.views + 1, last_viewed_at = excluded.last_viewed_at
      where kept.last_viewed_at < excluded.last_viewed_at - make_interval(secs => ${sameViewSeconds}::integer)
  `.execute(database.kysely)
  return toSharedQuote(row)
}

/**
 * The present version of a link's quote, without counting a view.
 * @throws ApiFailure QUOTE_LINK_NOT_FOUND
 */
export async function findSharedQuote(
  { kysely: db }: Pick<Database, 'kysely'>,
  secret: string,
): Promise<SharedQuoteRow> {
  const row = await findSharedVersion(db, hashToken(secret))
  if (!row) throw new ApiFailure('QUOTE_LINK_NOT_FOUND')
  return row
}

/**
 * The present version of a link's quote, if it is still valid.
 * @throws ApiFailure QUOTE_LINK_NOT_FOUND; QUOTE_EXPIRED
 */
export async function findOpenSharedQuote(
  db: Pick<Database, 'kysely'>,
  secret: string,
): Promise<SharedQuoteRow> {
  const row = await findSharedQuote(db, secret)
  if (row.is_expired) throw new ApiFailure('QUOTE_EXPIRED')
  return row
}

interface GivenAnswer {
  version: number
  kind: QuoteAnswerKind
  /** The text of a question. */
  text?: string | undefined
}

/**
 * Stores the answer of a traveller and mails who works the lead. A version is liked once; a repeated like changes nothing.
 * @throws ApiFailure QUOTE_LINK_NOT_FOUND; QUOTE_EXPIRED; QUOTE_HAS_NEW_VERSION if the traveller has read an earlier version;
 * TOO_MANY_QUESTIONS
 */
export async function answerSharedQuote(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  secret: string,
  answer: GivenAnswer,
): Promise<void> {
  const { purchase_id: purchaseId } = await findSharedQuote(deps.database, secret)
  await withTransaction(deps.database, async (tx) => {
    // An erasure locks the purchase too. It is either committed, and the link is deleted, or it waits and finds the
    // answer.
    await sql`select from purchases where id = ${purchaseId} for no key update`.execute(tx)
    const row = await findOpenSharedQuote({ kysely: tx }, secret)
    if (row.number !== answer.version) throw new ApiFailure('QUOTE_HAS_NEW_VERSION')
    if (await storeAnswer(tx, row, answer)) await queueAnswerMail(deps, tx, row, answer.kind)
  })
}

/** @returns false if the version was liked before */
async function storeAnswer(
  tx: Transaction,
  { quote_id: quoteId, number }: SharedQuoteRow,
  answer: GivenAnswer,
): Promise<boolean> {
  if (answer.kind === 'question') {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from quote_answers
      where quote_id = ${quoteId} and kind = 'question'`.execute(tx)
    if ((rows[0]?.n ?? 0) >= quoteLimits.questions) throw new ApiFailure('TOO_MANY_QUESTIONS')
  }
  const { numAffectedRows = 0n } = await sql`
    insert into quote_answers (id, quote_id, number, kind, text)
    values (${uuidv7()}, ${quoteId}, ${number}::integer, ${answer.kind}, ${answer.text ?? null})
    on conflict (quote_id, number) where kind = 'like' do nothing`.execute(tx)
  return numAffectedRows > 0n
}

async function queueAnswerMail(
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  tx: Transaction,
  row: SharedQuoteRow,
  kind: QuoteAnswerKind,
): Promise<void> {
  const { id, number } = await tx
    .selectFrom('purchases as p')
    .innerJoin('leads as l', 'l.id', 'p.lead_id')
    .select(['l.id', 'l.number'])
    .where('p.id', '=', row.purchase_id)
    .executeTakeFirstOrThrow()
  const worker = await findWorkerOf(tx, id)
  if (!worker) throw new Error('a quoted lead was not bought')
  const lead = leadLabel(number)
  const purchaseUrl = `${publicUrl}/dashboard/quotes/${row.quote_id}`
  await queueMail(tx, quoteAnswerMail(worker, { kind, lead, purchaseUrl }))
}
