import type { LeadListQuery, LeadPage } from '@raahi/contract/leads'
import { commitContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type EventPosition, positionOf } from '../../platform/database/event-position.ts'
import { inListSlot, type ListRequest, readListNow } from '../../platform/database/read-list.ts'
import { eventIdOf } from '../../platform/database/snapshot.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { applyChanges, canFollowSales, type PageWithBuyers, spareRows } from './kept-page.ts'
import { createLeadChangeLog } from './lead-change-log.ts'
import type { LeadSelection } from './lead-filters.ts'
import { toLead } from './lead-wire.ts'
import { findLeadPage, findOwnContacts, type LeadPageRows } from './list-leads.queries.ts'

/** Serialises a page to the bytes of its response. */
type Serialise = (page: LeadPage) => string

interface KeptPage {
  query: LeadSelection
  page: PageWithBuyers
  /** The snapshot in which the page is exact. */
  snapshot: string
  /** For pages that follow sales: the snapshot of the read, and the index of the next change in the log. */
  following: { readIn: EventPosition; logIndex: number } | null
  /** The response for agents who bought nothing on this page, and the time at which it was serialised. */
  bytes?: Buffer
  bytesAtMs: number
}

export type ListLeads = (
  call: ListRequest & { caller: Caller },
  query: LeadListQuery,
  serialise: Serialise,
) => Promise<Buffer>

/** Each kept page takes about 60 kB for its bytes, and at least as much for its rows. */
const maxKeptPages = 64
/**
 * The bytes contain the event id from which a stream continues. The changes since an event id are known for ten
 * minutes.
 */
const maxBytesAgeMs = 60_000

/**
 * Creates the list of leads, which keeps the pages that it has read.
 *
 * A kept page is used while the database is in the snapshot in which it was read. The look-up of the caller reports the
 * current snapshot for each request, so a request that starts after the response of a sale never sees the lead as free,
 * and instances need not notify each other. In another snapshot, one statement reads the changes on all lists since
 * then, and the sales among them are applied to the page (`kept-page.ts`).
 *
 * A page from a replica contains at least the changes that the primary had at the look-up of its caller, and counts as
 * read in that snapshot. The day in India is part of the key, because it decides which leads have expired.
 */
export function createLeadList(database: Database): ListLeads {
  const keptPages = new Map<string, KeptPage>()
  const log = createLeadChangeLog(database)
  const reading = new Map<string, Promise<KeptPage>>()
  /** The latest running read of each page. */
  const runningReads = new Map<string, Promise<KeptPage>>()
  // A database that crashed may reuse transaction numbers, and so snapshots. A crash closes every connection, so pages
  // are kept no longer than the connections on which they were read.
  const clearKeptPages = () => {
    keptPages.clear()
    log.clear()
  }
  database.pool.on('connect', clearKeptPages)
  database.lists.pool.on('connect', clearKeptPages)

  async function read(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const isAdmin = caller.role === 'admin'
    const isFollowing = !isAdmin && caller.position === null && canFollowSales(query)
    const logIndex = log.end
    const found = await readListNow(database, caller, (from) =>
      findLeadPage(from, query, isAdmin, isFollowing && query.satatus === 'buy' ? spareRows : 0),
    )
    const buyers = new Set(found.rows.flatMap((row) => row.buyer_id ?? []))
    const snapshot = caller.position === null ? found.snapshot : caller.snapshot
    const following = isFollowing ? { readIn: positionOf(found.snapshot), logIndex } : null
    const result = { query, page: { ...found, buyers }, snapshot, following, bytesAtMs: 0 }
    keptPages.delete(key)
    keptPages.set(key, result)
    const [oldest] = keptPages.keys()
    if (keptPages.size > maxKeptPages && oldest !== undefined) keptPages.delete(oldest)
    return result
  }

  /**
   * Requests for the same page share one query if they arrive before it is sent and need the same position of a
   * replica.
   */
  function readTogether(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const shared = `${caller.position} ${key}`
    const sharedRead = reading.get(shared)
    if (sharedRead) return sharedRead
    const page = read(key, query, caller)
    reading.set(shared, page)
    queueMicrotask(() => setImmediate(() => reading.delete(shared)))
    runningReads.set(key, page)
    const end = () => runningReads.get(key) === page && runningReads.delete(key)
    page.then(end, end)
    return page
  }

  /**
   * Brings a kept page to the caller's snapshot or a later one.
   * @returns null if it must be read again
   */
  async function bringUpToDate(known: KeptPage, caller: Caller): Promise<KeptPage | null> {
    if (known.snapshot === caller.snapshot) return known
    if (known.following === null) return null
    await log.update()
    const { readIn, logIndex } = known.following
    const changes = log.changesFrom(logIndex)
    const page = changes && applyChanges(known.page, known.query, readIn, changes)
    if (!page || log.snapshot === null) return null
    if (page !== known.page) delete known.bytes
    known.page = page
    known.snapshot = log.snapshot
    known.following.logIndex = log.end
    return known
  }

  /**
   * Returns the page in the caller's snapshot. If the page is being read, the request waits for that read: otherwise,
   * after each change, all viewers of a page would read it until the first read is done.
   */
  async function readPage(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const latest = await runningReads.get(key)?.catch(() => undefined)
    return (latest && (await bringUpToDate(latest, caller))) ?? readTogether(key, query, caller)
  }

  return async (call, query, serialise) => {
    const { caller } = call
    const selection = selectLeads(caller, query)
    const key = JSON.stringify([caller.role === 'admin', selection])
    const known = keptPages.get(key)
    // A kept page needs no slot.
    const found =
      (known && (await bringUpToDate(known, caller))) ??
      (await inListSlot(database, call, () => readPage(key, selection, caller)))
    const { page } = found
    if (caller.role === 'admin') {
      const ids = page.rows.map(({ id }) => id)
      await commitContactViews(database, caller.userId, ids)
    }
    if (page.buyers.has(caller.userId))
      return withOwnContacts(database, found, caller, query, serialise)
    return bytesOf(found, query, serialise)
  }
}

/** The response for agents who bought nothing on this page. */
function bytesOf(keptPage: KeptPage, query: LeadListQuery, serialise: Serialise): Buffer {
  const nowMs = performance.now()
  if (keptPage.bytes && nowMs - keptPage.bytesAtMs < maxBytesAgeMs) return keptPage.bytes
  keptPage.bytes = Buffer.from(serialise(toPage(keptPage.page, keptPage.snapshot, query)))
  keptPage.bytesAtMs = nowMs
  return keptPage.bytes
}

/** Agents see expired leads only if they filter by them. The day is that of the caller's look-up on the primary. */
function selectLeads({ role, today }: Caller, query: LeadListQuery): LeadSelection {
  const expired = query.expired ?? (role === 'admin' ? undefined : false)
  const isAdmin = role === 'admin'
  const hidesReviews = !isAdmin && expired === true
  return { ...query, expired, today, findsPhones: isAdmin, ...(hidesReviews && { hidesReviews }) }
}

/** Serialises the page with the contacts of the leads that this viewer has bought. */
async function withOwnContacts(
  database: Database,
  { page, snapshot }: KeptPage,
  caller: Caller,
  query: LeadListQuery,
  serialise: Serialise,
): Promise<Buffer> {
  const own = page.rows.filter((row) => row.buyer_id === caller.userId).map((row) => row.id)
  const contacts = await findOwnContacts(database, caller.userId, own)
  const rows = page.rows.map((row) => ({ ...row, ...contacts.get(row.id) }))
  return Buffer.from(serialise(toPage({ ...page, rows }, snapshot, query, caller.userId)))
}

/** Only the buyer sees the replacement status; for others it is null. */
function toPage(
  page: LeadPageRows,
  snapshot: string,
  query: LeadListQuery,
  viewerId?: string,
): LeadPage {
  const { total, isTotalCapped, hasNextPage, rows } = page
  return {
    leads: rows.slice(0, query.limit).map((row) =>
      toLead({
        ...row,
        replacement_status: row.buyer_id === viewerId ? row.replacement_status : null,
      }),
    ),
    totalLeads: total,
    isTotalCapped,
    currentPage: query.page,
    hasNextPage,
    hasPrevPage: query.page > 1,
    eventId: eventIdOf(snapshot),
  }
}
