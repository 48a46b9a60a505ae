import type { LeadEvent } from '@raahi/contract/lead-events'
import { rupeesFromPaise } from '@raahi/contract/money'
import { type EventPosition, sees, seesAllOf } from '../../platform/database/event-position.ts'
import { toLead } from '../leads/public/lead-response.ts'
import {
  type AccountFigures,
  type Change,
  type ChangesRead,
  type ChangesReader,
  maxChanges,
  maxMissedChanges,
} from './lead-events.queries.ts'
import { receiverOfCaller } from './open-streams.ts'

/** The maximum number of leads in one event. If more leads changed, the client reads its lists again. */
const maxLeads = 500

/** Returns the changes for the open streams; null if not all of them are known. */
export function followedChanges(after: EventPosition, read: ChangesRead): Change[] | null {
  return isWithin(after, read) && read.followed.length <= maxChanges ? read.followed : null
}

/** Returns the changes that a client has missed; null if not all of them are known. */
export function missedChanges(after: EventPosition, read: ChangesRead): Change[] | null {
  if (!isWithin(after, read)) return null
  if (read.missed.length > maxMissedChanges) {
    // Changes older than the last of these were not read, and maybe others of its transaction.
    const oldest = read.missed.at(-1)?.xid ?? 0n
    const lacks = (xid: bigint) => xid <= oldest && sees(read.position, xid)
    if (after.xmax <= oldest || [...after.running].some(lacks)) return null
  }
  return read.missed.filter(({ xid }) => !sees(after, xid))
}

/** Whether `lead_events` still has all changes between a position and a read. */
function isWithin(after: EventPosition, { position, horizon }: ChangesRead): boolean {
  return (
    after.run === position.run &&
    seesAllOf(position, after) &&
    (horizon === null || seesAllOf(after, horizon))
  )
}

/** Builds the part of an event that is the same for all clients. */
export function buildSharedEvent(changes: Change[] | null, read: ChangesRead): LeadEvent {
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
  const { domestic, international, aged } = read.prices
  return {
    ...(leads.length > 0 && { leads: leads.map(toLead) }),
    ...(newLeadIds.length > 0 && { newLeadIds }),
    ...(removedLeadIds.length > 0 && { removedLeadIds }),
    ...(changes.some(({ kind }) => kind === 'prices') && {
      prices: {
        domestic: toRupees(domestic),
        international: toRupees(international),
        aged: aged.map(({ paise, ...range }) => ({ ...range, cost: rupeesFromPaise(paise) })),
      },
    }),
  }
}

/** What a caller gets of an event for all: whether to read the lists again. */
export function sharedEventOfCaller({ readAgain }: LeadEvent): LeadEvent {
  return readAgain ? { readAgain } : {}
}

/** Finds the accounts that changed, each with the leads that it bought. */
function changedAccounts(changes: Change[] | null, read: ChangesRead): Map<string, string[]> {
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
    if (buyer) boughtBy(buyer.agencyId).push(subjectId)
  }
  return accounts
}

/** Finds the agencies and the callers whose cards changed, each with the leads of these cards. */
function changedCards(changes: Change[] | null, read: ChangesRead): Map<string, string[]> {
  const cards = new Map<string, string[]>()
  const add = (receiver: string, leadIds: string[]) =>
    cards.set(receiver, [...new Set([...(cards.get(receiver) ?? []), ...leadIds])])
  for (const { kind, subjectId } of changes ?? []) {
    if (subjectId === null) continue
    // The lead is not named, because it is no longer assigned to the member.
    if (kind === 'unassigned') add(receiverOfCaller(subjectId), [])
    const buyer = kind === 'pipeline' && read.buyers.get(subjectId)
    if (!buyer) continue
    add(buyer.agencyId, [subjectId])
    if (buyer.assigneeId) add(receiverOfCaller(buyer.assigneeId), [subjectId])
  }
  return cards
}

function buildAccountEvent(figures: AccountFigures, boughtLeadIds: string[]): LeadEvent {
  const { walletPaise, planLeads } = figures
  return { account: { wallet: rupeesFromPaise(walletPaise), planLeads, boughtLeadIds } }
}

interface ChangesOfReceivers {
  followers: readonly { receiver: string }[]
  /** The changes for all followers; null if not all of them are known. */
  changes: Change[] | null
  /** The changes for each client that joins; null if not all of them are known. */
  missed: readonly { receiver: string; changes: Change[] | null }[]
}

/** Builds the events that only one agency or caller receives, for those that have streams, by receiver. */
export async function readOwnEvents(
  reader: ChangesReader,
  read: ChangesRead,
  of: ChangesOfReceivers,
): Promise<Map<string, Buffer>> {
  const accounts = findLeadIds(changedAccounts, read, of)
  const cards = findLeadIds(changedCards, read, of)
  const figures = accounts.size > 0 ? await reader.findAccountFigures([...accounts.keys()]) : []
  const events = new Map<string, LeadEvent>()
  for (const each of figures)
    events.set(each.userId, buildAccountEvent(each, accounts.get(each.userId) ?? []))
  for (const [receiver, leadIds] of cards)
    events.set(receiver, { ...events.get(receiver), changedCards: leadIds })
  return new Map([...events].map(([receiver, event]) => [receiver, formatEvent(event)]))
}

/**
 * Returns the lead ids of the changes that concern the receivers who have streams, by receiver.
 * @param find returns them for all receivers
 */
function findLeadIds(
  find: (changes: Change[] | null, read: ChangesRead) => Map<string, string[]>,
  read: ChangesRead,
  { followers, changes, missed }: ChangesOfReceivers,
): Map<string, string[]> {
  const changed = find(changes, read)
  const found = new Map<string, string[]>()
  for (const { receiver } of followers) {
    const leadIds = changed.get(receiver)
    if (leadIds) found.set(receiver, leadIds)
  }
  for (const { receiver, changes } of missed) {
    const leadIds = find(changes, read).get(receiver)
    if (leadIds) found.set(receiver, [...new Set([...(found.get(receiver) ?? []), ...leadIds])])
  }
  return found
}

const toRupees = (paise: number | null) => (paise === null ? null : rupeesFromPaise(paise))

/** Writes an event in the format of server-sent events. */
export function formatEvent(event: LeadEvent, id?: string): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`)
}
