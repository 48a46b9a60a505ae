import type { LeadListQuery, LeadPage } from '@raahi/contract/leads'
import { commitContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import { inListSlot, type ListRequest, readListNow } from '../../platform/database/read-list.ts'
import { eventIdOf } from '../../platform/database/snapshot.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { LeadSelection } from './lead-filters.ts'
import { toLead } from './lead-wire.ts'
import { findLeadPage, findOwnContacts, type LeadPageRows } from './list-leads.queries.ts'

/** Serialises a page to the bytes of its response. */
type Serialise = (page: LeadPage) => string

/** A page as of one snapshot of the database. */
interface KeptPage extends LeadPageRows {
  buyers: ReadonlySet<string>
  /** The response for agents who bought nothing on this page, serialised once. */
  bytes?: Buffer
}

export type ListLeads = (
  call: ListRequest & { caller: Caller },
  query: LeadListQuery,
  serialise: Serialise,
) => Promise<Buffer>

/** Kept pages; each takes about 60 kB of bytes, and at least as much for its rows. */
const maxCachedPages = 64

/**
 * Creates the list of leads, which keeps the pages that it has read.
 *
 * A kept page is used only while the database is in the snapshot in which it was read. The look-up of the caller
 * reports the current snapshot for each request, so a request that starts after the response of a sale never sees the
 * lead as free, and instances need not notify each other. A page from a replica has at least what the primary had at
 * the look-up of its caller, and counts as read in that snapshot. Which leads have expired also depends on the day in
 * India, which is part of the key.
 */
export function createLeadList(database: Database): ListLeads {
  const kept = new Map<string, KeptPage>()
  const reading = new Map<string, Promise<KeptPage>>()
  /** The latest running read of each page. */
  const runningReads = new Map<string, Promise<KeptPage>>()
  // A database that crashed may reuse transaction numbers, and so snapshots. A crash closes every connection, so pages
  // are kept no longer than the connections on which they were read.
  database.pool.on('connect', () => kept.clear())
  database.lists.pool.on('connect', () => kept.clear())

  async function read(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const isAdmin = caller.role === 'admin'
    const page = await readListNow(database, caller, (from) => findLeadPage(from, query, isAdmin))
    const buyers = new Set(page.rows.flatMap((row) => row.buyer_id ?? []))
    const snapshot = caller.position === null ? page.snapshot : caller.snapshot
    const result: KeptPage = { ...page, snapshot, buyers }
    kept.delete(key)
    kept.set(key, result)
    const [oldest] = kept.keys()
    if (kept.size > maxCachedPages && oldest !== undefined) kept.delete(oldest)
    return result
  }

  /**
   * Requests for the same page share one query if they arrive before it is sent and need the same position of a
   * replica.
   */
  function readTogether(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const shared = `${caller.position} ${key}`
    const going = reading.get(shared)
    if (going) return going
    const page = read(key, query, caller)
    reading.set(shared, page)
    queueMicrotask(() => setImmediate(() => reading.delete(shared)))
    runningReads.set(key, page)
    const end = () => runningReads.get(key) === page && runningReads.delete(key)
    page.then(end, end)
    return page
  }

  /**
   * Returns the page in the caller's snapshot. If the page is being read, the request waits for that read, whose result
   * usually has the right snapshot: otherwise, after each sale, all viewers of a page would read it until the first
   * read is done.
   */
  async function readPage(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const coming = await runningReads.get(key)?.catch(() => undefined)
    return coming?.snapshot === caller.snapshot ? coming : readTogether(key, query, caller)
  }

  return async (call, query, serialise) => {
    const { caller } = call
    const selection = selectLeads(caller, query)
    const key = JSON.stringify([caller.role === 'admin', selection])
    const known = kept.get(key)
    // A kept page needs no slot.
    const page =
      known?.snapshot === caller.snapshot
        ? known
        : await inListSlot(database, call, () => readPage(key, selection, caller))
    if (caller.role === 'admin') {
      const ids = page.rows.map(({ id }) => id)
      await commitContactViews(database, caller.userId, ids)
    }
    if (page.buyers.has(caller.userId))
      return withOwnContacts(database, page, caller, query, serialise)
    page.bytes ??= Buffer.from(serialise(toPage(page, query)))
    return page.bytes
  }
}

/** Agents see expired leads only with that filter. The day is that of the caller's look-up on the primary. */
function selectLeads({ role, today }: Caller, query: LeadListQuery): LeadSelection {
  const expired = query.expired ?? (role === 'admin' ? undefined : false)
  return { ...query, expired, today }
}

/** The same page with the contacts of the leads that this viewer has bought. */
async function withOwnContacts(
  database: Database,
  page: KeptPage,
  caller: Caller,
  query: LeadListQuery,
  serialise: Serialise,
): Promise<Buffer> {
  const own = page.rows.filter((row) => row.buyer_id === caller.userId).map((row) => row.id)
  const contacts = await findOwnContacts(database, caller.userId, own)
  const rows = page.rows.map((row) => ({ ...row, ...contacts.get(row.id) }))
  return Buffer.from(serialise(toPage({ ...page, rows }, query, caller.userId)))
}

/** Only the buyer sees the replacement status; for others it is null. */
function toPage(page: LeadPageRows, query: LeadListQuery, viewerId?: string): LeadPage {
  const { total, isTotalCapped, hasNextPage, rows } = page
  return {
    leads: rows.map((row) =>
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
    eventId: eventIdOf(page.snapshot),
  }
}
