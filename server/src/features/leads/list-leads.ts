import type { LeadListQuery, LeadPage } from '@raahi/contract/leads'
import type { Database } from '../../platform/database/connect.ts'
import { inListSlot, type ListRequest, readListNow } from '../../platform/database/read-list.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { LeadSelection } from './lead-filters.ts'
import { toLead } from './lead-wire.ts'
import { findLeadPage, findOwnContacts, type LeadPageRows } from './list-leads.queries.ts'

/** Writes a page as the bytes of its answer. */
type Serialise = (page: LeadPage) => string

/** A page as it was in one snapshot of the database. */
interface KeptPage extends LeadPageRows {
  buyers: ReadonlySet<string>
  /** The answer for every agent who bought nothing on this page, made once. */
  bytes?: Buffer
}

export type ListLeads = (
  call: ListRequest & { caller: Caller },
  query: LeadListQuery,
  serialise: Serialise,
) => Promise<Buffer>

/** Pages kept; each takes about 60 kB of bytes, and as much again and more for its rows. */
const maxCachedPages = 64

/**
 * Makes the list of leads, which keeps the pages it has read.
 *
 * A kept page is used only while the database is still in the very snapshot it was read in, which the
 * look-up of the caller reports for each request: a request that starts after a sale was answered never
 * sees the lead as free, and no instance needs to be told of what another sold. A page from a replica has
 * at least what the primary had at the look-up of whoever asked for it, and counts as read in that snapshot.
 * Which leads have expired depends on the day in India too, which is part of the key.
 */
export function createLeadList(database: Database): ListLeads {
  const kept = new Map<string, KeptPage>()
  const reading = new Map<string, Promise<KeptPage>>()
  /** Of each page the read that was begun last and goes on. */
  const underWay = new Map<string, Promise<KeptPage>>()
  // A database that crashed may number its transactions anew, and with them its snapshots. It takes every
  // connection with it, so pages are kept no longer than the connections they were read on.
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

  /** Requests that ask for the same page before the query is sent, and need no more of a replica, share it. */
  function readTogether(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const shared = `${caller.position} ${key}`
    const going = reading.get(shared)
    if (going) return going
    const page = read(key, query, caller)
    reading.set(shared, page)
    queueMicrotask(() => setImmediate(() => reading.delete(shared)))
    underWay.set(key, page)
    const end = () => underWay.get(key) === page && underWay.delete(key)
    page.then(end, end)
    return page
  }

  /**
   * The page as it is in the caller's snapshot. Where it is being read that is waited for, and mostly turns out to be it:
   * after each sale all who look at a page would read it otherwise, until the first has it.
   */
  async function readPage(key: string, query: LeadSelection, caller: Caller): Promise<KeptPage> {
    const coming = await underWay.get(key)?.catch(() => undefined)
    return coming?.snapshot === caller.snapshot ? coming : readTogether(key, query, caller)
  }

  return async (call, query, serialise) => {
    const { caller } = call
    const selection = selectLeads(caller, query)
    const key = JSON.stringify([caller.role === 'admin', selection])
    const known = kept.get(key)
    // A kept page costs nothing and needs no slot.
    const page =
      known?.snapshot === caller.snapshot
        ? known
        : await inListSlot(database, call, () => readPage(key, selection, caller))
    if (page.buyers.has(caller.userId)) return forBuyer(database, page, caller, query, serialise)
    page.bytes ??= Buffer.from(serialise(toPage(page, query)))
    return page.bytes
  }
}

/** Agents see expired leads only where they filter for them; the day is that of the caller's look-up on the primary. */
function selectLeads({ role, today }: Caller, query: LeadListQuery): LeadSelection {
  const expired = query.expired ?? (role === 'admin' ? undefined : false)
  return { ...query, expired, today }
}

/** The same page with the contacts of the leads that this viewer has bought. */
async function forBuyer(
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

/** Replacement status is the buyer's own affair: everybody else reads null. */
function toPage(page: LeadPageRows, query: LeadListQuery, viewerId?: string): LeadPage {
  const { total, rows } = page
  return {
    leads: rows.map((row) =>
      toLead({
        ...row,
        replacement_status: row.buyer_id === viewerId ? row.replacement_status : null,
      }),
    ),
    totalLeads: total,
    currentPage: query.page,
    hasNextPage: query.page * query.limit < total,
    hasPrevPage: query.page > 1,
  }
}
