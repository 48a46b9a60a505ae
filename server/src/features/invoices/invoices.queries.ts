import type { InvoiceKind } from '@raahi/contract/invoices'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { inDays } from '../../platform/database/in-days.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../platform/database/phone-search.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { seriesOf } from './assign-number.ts'
import type { GstSplit } from './gst-split.ts'
import { isCurrentInvoice } from './public/current-invoice.ts'

/** A document in a list. */
export interface InvoiceSummaryRow {
  id: string
  number: string
  kind: InvoiceKind
  is_test: boolean
  issued_at: Date
  description: string
  total_paise: number
  gateway_payment_id: string
  user_id: string
  buyer_name: string
  buyer_company: string
  buyer_gstin: string | null
}

/** Another document, as JSON of the database. */
export interface ReferenceRow {
  id: string
  number: string
  issued_at: string
  total_paise: number
}

/** The complete document, with the documents that it names or that name it. */
export interface InvoiceRow extends InvoiceSummaryRow {
  seller_name: string
  seller_address: string
  seller_gstin: string
  buyer_address: string | null
  buyer_city: string | null
  buyer_email: string
  buyer_phone: string | null
  buyer_state: string | null
  place_of_supply: string
  sac: string
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  refund_id: string | null
  credited: ReferenceRow | null
  credit_notes: ReferenceRow[]
  replaces: ReferenceRow | null
  replaced_by: ReferenceRow | null
}

/** Filters of a list; days are in Asia/Kolkata, both included. */
export interface InvoiceFilters {
  /** The owner; undefined: all users. */
  userId?: string | undefined
  kind?: InvoiceKind | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  search?: string | undefined
}

const summaryColumns = [
  'id',
  'number',
  'kind',
  'is_test',
  'issued_at',
  'description',
  'total_paise',
  'gateway_payment_id',
  'user_id',
  'buyer_name',
  'buyer_company',
  'buyer_gstin',
] as const

const documentColumns = [
  ...summaryColumns,
  'seller_name',
  'seller_address',
  'seller_gstin',
  'buyer_address',
  'buyer_city',
  'buyer_email',
  'buyer_phone',
  'buyer_state',
  'place_of_supply',
  'sac',
  'taxable_paise',
  'cgst_paise',
  'sgst_paise',
  'igst_paise',
  'refund_id',
] as const

/** A page of documents, newest first, with their exact count. */
export async function findInvoicePage(
  db: Kysely<Schema>,
  filters: InvoiceFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: InvoiceSummaryRow[] }> {
  const found = conditionsOf(filters)
  const rows = await db
    .selectFrom('invoices as i')
    .select(summaryColumns)
    .where(found)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { total: await countFound(db, filters), rows }
}

/**
 * Without filters other than the kind, the count is the sum of the last numbers, because a series has no gaps and its
 * documents are never deleted.
 */
async function countFound(
  db: Kysely<Schema>,
  { kind, ...others }: InvoiceFilters,
): Promise<number> {
  const isAll = !Object.values(others).some(Boolean)
  const { total } = await (isAll
    ? db
        .selectFrom('invoice_serials')
        .select(sql<number>`coalesce(sum(last_number), 0)::bigint`.as('total'))
        .where((eb) =>
          kind ? eb('series', 'in', [seriesOf(kind, false), seriesOf(kind, true)]) : eb.lit(true),
        )
    : db
        .selectFrom('invoices as i')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(conditionsOf({ kind, ...others }))
  ).executeTakeFirstOrThrow()
  return total
}

/** Finds the documents after a given one, newest first by default; without it, the first documents. */
export async function findInvoicesAfter(
  db: Kysely<Schema>,
  filters: InvoiceFilters,
  after: Pick<InvoiceRow, 'issued_at' | 'id'> | undefined,
  limit: number,
  order: 'asc' | 'desc' = 'desc',
): Promise<InvoiceRow[]> {
  return documents(db)
    .where(conditionsOf(filters))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(i.issued_at, i.id) ${sql.raw(order === 'asc' ? '>' : '<')} (${after?.issued_at.toISOString()}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('i.issued_at', order)
    .orderBy('i.id', order)
    .limit(limit)
    .execute()
}

/** @param userId the required owner; undefined: any */
export async function findInvoice(
  db: Kysely<Schema>,
  id: string,
  userId: string | undefined,
): Promise<InvoiceRow | undefined> {
  return documents(db).where('i.id', '=', id).where(conditionsOf({ userId })).executeTakeFirst()
}

function documents(db: Kysely<Schema>) {
  return db
    .selectFrom('invoices as i')
    .select(documentColumns.map((column) => `i.${column}` as const))
    .select([
      one(sql`d.id = i.invoice_id`).as('credited'),
      sql<
        ReferenceRow[]
      >`(select coalesce(json_agg(${reference} order by d.issued_at, d.serial), '[]')
        from invoices d where d.invoice_id = i.id)`.as('credit_notes'),
      one(sql`d.id = i.replaces_id`).as('replaces'),
      // A credit note of a refund names no other invoice than its own.
      one(sql`i.refund_id is null and d.replaces_id = coalesce(i.invoice_id, i.id)`).as(
        'replaced_by',
      ),
    ])
}

const reference = sql`json_build_object('id', d.id, 'number', d.number, 'issued_at', d.issued_at,
  'total_paise', d.total_paise)`
const one = (condition: RawBuilder<unknown>) =>
  sql<ReferenceRow | null>`(select ${reference} from invoices d where ${condition})`

/** The invoice of a payment that no other one replaces; undefined if the payment is older than invoices. */
export async function findCurrentInvoice(
  db: Kysely<Schema>,
  paymentId: string,
): Promise<Selectable<Schema['invoices']> | undefined> {
  return db
    .selectFrom('invoices as i')
    .selectAll()
    .where('i.payment_id', '=', paymentId)
    .where(isCurrentInvoice)
    .executeTakeFirst()
}

/** The total of the credit notes of an invoice. */
export async function creditedPaise(db: Kysely<Schema>, invoiceId: string): Promise<number> {
  const { paise } = await db
    .selectFrom('invoices')
    .select(sql<number>`coalesce(sum(total_paise), 0)::bigint`.as('paise'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return paise
}

export function toSplit(
  row: Pick<InvoiceRow, 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise'>,
): GstSplit {
  return {
    taxablePaise: row.taxable_paise,
    cgstPaise: row.cgst_paise,
    sgstPaise: row.sgst_paise,
    igstPaise: row.igst_paise,
  }
}

function conditionsOf(filters: InvoiceFilters): RawBuilder<boolean> {
  const { userId, kind, search } = filters
  return joinConditions([
    userId && sql`i.user_id = ${userId}`,
    kind && sql`i.kind = ${kind}`,
    inDays(sql`i.issued_at`, filters),
    search && searchCondition(search),
  ])
}

function searchCondition(search: string): RawBuilder<boolean> {
  const byPhone = phoneCondition(sql`i.buyer_phone`, search)
  return sql`(i.search_text like lower(${likePattern(search)}) ${byPhone ? sql`or ${byPhone}` : sql``})`
}
