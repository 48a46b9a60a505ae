import type { ContactChannel } from '@raahi/contract/pipeline-labels'
import {
  keysOfUser,
  readLocalText,
  removeLocalText,
  storeLocalText,
  userTextKey,
} from '../../lib/local-texts.ts'

/** A tap that the server has not confirmed yet. */
export interface StoredTap {
  /** The id of the entry in the contact log. */
  id: string
  leadId: string
  channel: ContactChannel
  /** By the clock of this browser. */
  tappedAtMs: number
}

// Each tap has a separate key, so that tabs do not overwrite each other. The end of the user's session removes all
// taps.
const keyOf = (userId: string, id: string) => userTextKey(`tap-${id}`, userId)

/** Stores a tap in the browser until `forgetTap` removes it. */
export function storeTap(userId: string, tap: StoredTap): void {
  storeLocalText(keyOf(userId, tap.id), JSON.stringify(tap))
}

/** Removes a tap that the server has recorded. */
export function forgetTap(userId: string, id: string): void {
  removeLocalText(keyOf(userId, id))
}

/** Taps that the server has refused since the page was loaded. */
const refusedTaps = new Set<string>()

/** Removes a tap that the server has refused. */
export function dropTap(userId: string, id: string): void {
  refusedTaps.add(id)
  forgetTap(userId, id)
}

/** The state of a tap that was made since the page was loaded. */
export function stateOfTap(userId: string, id: string): 'recorded' | 'refused' | 'stored' {
  if (refusedTaps.has(id)) return 'refused'
  return readLocalText(keyOf(userId, id)) === null ? 'recorded' : 'stored'
}

/** The stored taps of a user, the earliest first. Removes invalid ones. */
export function readStoredTaps(userId: string): StoredTap[] {
  const taps: StoredTap[] = []
  for (const key of keysOfUser('tap-', userId)) {
    const tap = parseTap(readLocalText(key))
    // A tap under another key would be sent forever, because `forgetTap` would not find it.
    if (tap && keyOf(userId, tap.id) === key) taps.push(tap)
    else removeLocalText(key)
  }
  return taps.sort((a, b) => a.tappedAtMs - b.tappedAtMs)
}

function parseTap(text: string | null): StoredTap | null {
  try {
    const tap = JSON.parse(text ?? 'null') as Partial<StoredTap> | null
    // The server validates the other fields.
    const isTap = typeof tap?.id === 'string' && typeof tap.tappedAtMs === 'number'
    return isTap ? (tap as StoredTap) : null
  } catch {
    return null
  }
}
