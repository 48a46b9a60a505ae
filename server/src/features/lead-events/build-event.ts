import type { LeadEvent } from '@raahi/contract/lead-events'
import { rupeesFromPaise } from '@raahi/contract/money'
import { toLead } from '../leads/lead-wire.ts'
import { type EventPosition, sees, seesAllOf } from './event-position.ts'
import { type AccountFigures, type ChangesRead, maxChanges } from './lead-events.queries.ts'

/** The most leads of one event; with more the client reads its lists again. */
const maxLeads = 500

/** The changes that a position does not see; null if they are not all known. */
export function changesAfter(
  after: EventPosition,
  read: ChangesRead,
): ChangesRead['changes'] | null {
  const isKnown =
    after.run === read.position.run &&
    read.changes.length <= maxChanges &&
    seesAllOf(read.position, after) &&
    (read.horizon === null || seesAllOf(after, read.horizon))
  return isKnown ? read.changes.filter(({ xid }) => !sees(after, xid)) : null
}

/** Builds the part of an event that is the same for all clients. */
export function buildSharedEvent(
  changes: ChangesRead['changes'] | null,
  read: ChangesRead,
): LeadEvent {
  if (changes === null || changes.some(({ kind }) => kind === 'everything'))
    return { readAgain: true }
  const changed = new Set<string>()
  const added = new Set<string>()
  for (const { kind, subjectId } of changes) {
    if (subjectId === null || (kind !== 'new' && kind !== 'changed' && kind !== 'sold')) continue
    changed.add(subjectId)
    if (kind === 'new') added.add(subjectId)
  }
  if (changed.size > maxLeads) return { readAgain: true }
  const leads = [...changed].flatMap((id) => read.leads.get(id) ?? [])
  const removedLeadIds = [...changed].filter((id) => !read.leads.has(id) && !added.has(id))
  const newLeadIds = leads
    .filter(({ id, status, expired }) => added.has(id) && status === 'buy' && !expired)
    .map(({ id }) => id)
  const { domestic, international } = read.prices
  return {
    ...(leads.length > 0 && { leads: leads.map(toLead) }),
    ...(newLeadIds.length > 0 && { newLeadIds }),
    ...(removedLeadIds.length > 0 && { removedLeadIds }),
    ...(changes.some(({ kind }) => kind === 'prices') && {
      prices: { domestic: toRupees(domestic), international: toRupees(international) },
    }),
  }
}

/** The accounts that changed, each with the leads that were bought. */
export function changedAccounts(
  changes: ChangesRead['changes'] | null,
  read: ChangesRead,
): Map<string, string[]> {
  const accounts = new Map<string, string[]>()
  const boughtBy = (userId: string) => {
    const known = accounts.get(userId)
    if (known) return known
    const bought: string[] = []
    accounts.set(userId, bought)
    return bought
  }
  for (const { kind, subjectId } of changes ?? []) {
    if (subjectId === null) continue
    if (kind === 'account') boughtBy(subjectId)
    const buyer = kind === 'sold' && read.buyers.get(subjectId)
    if (buyer) boughtBy(buyer).push(subjectId)
  }
  return accounts
}

export function buildAccountEvent(figures: AccountFigures, boughtLeadIds: string[]): LeadEvent {
  const { walletPaise, planLeads } = figures
  return { account: { wallet: rupeesFromPaise(walletPaise), planLeads, boughtLeadIds } }
}

const toRupees = (paise: number | null) => (paise === null ? null : rupeesFromPaise(paise))

/** Writes an event in the format of server-sent events. */
export function formatEvent(event: LeadEvent, id?: string): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`)
}
