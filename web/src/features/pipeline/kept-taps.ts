import type { ContactChannel } from '@raahi/contract/pipeline-words'
import {
  keysOfUser,
  readLocalText,
  removeLocalText,
  storeLocalText,
  userTextKey,
} from '../../lib/local-texts.ts'

/** A tap that the server has not confirmed. */
export interface KeptTap {
  /** Of the entry in the contact log. */
  id: string
  leadId: string
  channel: ContactChannel
  /** By the clock of this browser. */
  tappedAtMs: number
}

// One text for each tap, so that tabs do not overwrite each other. They are removed at the end of the user's session.
const keyOf = (userId: string, id: string) => userTextKey(`tap-${id}`, userId)

/** Keeps a tap in the browser's storage until `forgetTap`. */
export function keepTap(userId: string, tap: KeptTap): void {
  storeLocalText(keyOf(userId, tap.id), JSON.stringify(tap))
}

/** The server has recorded the tap. */
export function forgetTap(userId: string, id: string): void {
  removeLocalText(keyOf(userId, id))
}

/** Taps that the server has refused since the page was loaded. */
const refusedTaps = new Set<string>()

/** The server will not record the tap. */
export function dropTap(userId: string, id: string): void {
  refusedTaps.add(id)
  forgetTap(userId, id)
}

/** What became of a tap of this page. */
export function stateOfTap(userId: string, id: string): 'recorded' | 'refused' | 'kept' {
  if (refusedTaps.has(id)) return 'refused'
  return readLocalText(keyOf(userId, id)) === null ? 'recorded' : 'kept'
}

/** The kept taps of a user, the earliest first. Any other text is removed. */
export function readKeptTaps(userId: string): KeptTap[] {
  const taps: KeptTap[] = []
  for (const key of keysOfUser('tap-', userId)) {
    const tap = parseTap(readLocalText(key))
    // A text under another key would be sent for ever, because `forgetTap` would not find it.
    if (tap && keyOf(userId, tap.id) === key) taps.push(tap)
    else removeLocalText(key)
  }
  return taps.sort((a, b) => a.tappedAtMs - b.tappedAtMs)
}

function parseTap(text: string | null): KeptTap | null {
  try {
    const tap = JSON.parse(text ?? 'null') as Partial<KeptTap> | null
    // The server checks the rest.
    const isTap = typeof tap?.id === 'string' && typeof tap.tappedAtMs === 'number'
    return isTap ? (tap as KeptTap) : null
  } catch {
    return null
  }
}
