import type { LeadListQuery, LeadPage } from '@raahi/contract/leads'
import { commitContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import { phoneParts } from '../../platform/database/phone-search.ts'
import { inListSlot, type ListRequest, readList } from '../../platform/database/read-list.ts'
import { eventIdOf } from '../../platform/database/snapshot.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { LeadSelection } from './lead-filters.ts'
import { findLeadPage, findOwnContacts, type LeadPageRows } from './list-leads.queries.ts'
import { toLead } from './public/lead-response.ts'

/** Serialises a page to the bytes of its response. */
type Serialise = (page: LeadPage) => string

export type ListLeads = (
  call: ListRequest & { caller: Caller },
  query: LeadListQuery,
  options: { serialise: Serialise; isFresh: boolean },
) => Promise<Buffer>

/** A page that agents share, and its response for those who bought nothing on it. */
interface SharedPage {
  page: LeadPageRows
  buyers: ReadonlySet<string>
  bytes: Buffer
}

/** Agents may see a page that is so old (docs/decisions/0006-lead-list.md). */
const maxAgeMs = 1000
/** Each page takes about 150 kB. */
const maxSharedPages = 64

/**
 * Creates the list of leads. An admin's list is always read. Agents share the pages that this process has read in the last
 * second, unless a request asks for a fresh one.
 */
export function createLeadList(database: Database): ListLeads {
  const shared = new Map<string, { found: Promise<SharedPage>; readAtMs: number }>()

  /** Requests for a page that is being read wait for that read. */
  function readShared(selection: LeadSelection, { serialise, isFresh }: Parameters<ListLeads>[2]) {
    const key = JSON.stringify(selection)
    const nowMs = performance.now()
    const known = shared.get(key)
    if (known && !isFresh && nowMs - known.readAtMs < maxAgeMs) return known.found
    const found = readPage(database, selection, serialise)
    const entry = { found, readAtMs: nowMs }
    shared.delete(key)
    shared.set(key, entry)
    found.catch(() => shared.get(key) === entry && shared.delete(key))
    const [oldest] = shared.keys()
    if (shared.size > maxSharedPages && oldest !== undefined) shared.delete(oldest)
    return found
  }

  return async (call, query, options) => {
    const { caller } = call
    const selection = { ...query, today: caller.today }
    if (caller.role === 'admin') {
      const ofAdmins = { ...selection, isForAdmin: true }
      const page = await readList(database, call, (from) => findLeadPage(from, ofAdmins, true))
      await commitContactViews(
        database,
        caller.userId,
        page.rows.map(({ id }) => id),
      )
      return Buffer.from(options.serialise(toPage(page, query)))
    }
    // Agents see expired leads only if they filter by them.
    const ofAgents = { ...selection, expired: query.expired ?? false, ...buyerOf(query, caller) }
    const { page, buyers, bytes } = await inListSlot(database, call, () =>
      readShared(ofAgents, options),
    )
    if (!buyers.has(caller.agencyId)) return bytes
    const own = await withOwnContacts(database, page, caller.agencyId)
    return Buffer.from(options.serialise(toPage(own, query, caller.agencyId)))
  }
}

/** A search for a phone number finds other leads for each agent, so its pages are not shared. */
function buyerOf({ search }: LeadListQuery, { agencyId }: Caller): Pick<LeadSelection, 'buyerId'> {
  return search && phoneParts(search).length > 0 ? { buyerId: agencyId } : {}
}

async function readPage(
  database: Database,
  selection: LeadSelection,
  serialise: Serialise,
): Promise<SharedPage> {
  const page = await database.lists.read((kysely) =>
    findLeadPage({ ...database, kysely }, selection, false),
  )
  return {
    page,
    buyers: new Set(page.rows.flatMap((row) => row.buyer_id ?? [])),
    bytes: Buffer.from(serialise(toPage(page, selection))),
  }
}

/** Adds the contacts of the leads that this agency has bought. */
async function withOwnContacts(
  database: Database,
  page: LeadPageRows,
  userId: string,
): Promise<LeadPageRows> {
  const own = page.rows.filter((row) => row.buyer_id === userId).map((row) => row.id)
  const contacts = await findOwnContacts(database, userId, own)
  return { ...page, rows: page.rows.map((row) => ({ ...row, ...contacts.get(row.id) })) }
}

/** Only the buyer sees the replacement status; for others it is null. */
function toPage(page: LeadPageRows, query: LeadListQuery, viewerId?: string): LeadPage {
  const { snapshot, total, isTotalCapped, hasNextPage, rows } = page
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
    eventId: eventIdOf(snapshot),
  }
}
