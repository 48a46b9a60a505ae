import type { Session } from '@raahi/contract/auth'
import type { User } from '@raahi/contract/users'
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import {
  parseStoredSession,
  SESSION_VERSION,
  type SessionState,
  signedOut,
} from './stored-session.ts'

/** Where the browser keeps who is signed in. */
export const SESSION_KEY = 'raahi-auth'

/** Renew this long before the access token ends. */
const renewAheadMs = 60_000

/**
 * Reads what the browser keeps. A value that is broken, of another version or not ours is removed, so
 * that it can neither blank the page nor come back.
 * @returns null where nothing usable is kept, or the browser refuses to say.
 */
function readStored(key: string): { state: SessionState; version: number } | null {
  try {
    const text = localStorage.getItem(key)
    if (text === null) return null
    const stored = parseStoredSession(text)
    if (stored === null) localStorage.removeItem(key)
    return stored
  } catch {
    return null
  }
}

/** The browser may refuse to keep anything (private mode, quota): the session then lives in this tab. */
function ignoringRefusal(write: () => void): void {
  try {
    write()
  } catch {
    // Nothing to do: the state in memory is the one in use.
  }
}

const storage: PersistStorage<SessionState> = {
  getItem: readStored,
  setItem: (key, value) => ignoringRefusal(() => localStorage.setItem(key, JSON.stringify(value))),
  removeItem: (key) => ignoringRefusal(() => localStorage.removeItem(key)),
}

/** The store of who is signed in, kept under `raahi-auth`. */
export const useSession = create<SessionState>()(
  persist((): SessionState => signedOut, {
    name: SESSION_KEY,
    version: SESSION_VERSION,
    storage,
    // Prerendering has no browser to read from.
    skipHydration: typeof window === 'undefined',
    merge: (kept, current) => (kept as SessionState | undefined) ?? current,
  }),
)

/** Takes over a session that the server has just given. */
export function startSession(answer: Session, now = Date.now()): void {
  const remainingMs = Date.parse(answer.accessTokenExpiresAt) - now
  useSession.setState(
    {
      user: answer.user,
      accessToken: answer.accessToken,
      accessTokenExpiresAt: answer.accessTokenExpiresAt,
      // A clock that runs wrong must not make every call renew first: never sooner than a minute.
      renewAt: now + Math.max(renewAheadMs, remainingMs - renewAheadMs),
    },
    true,
  )
}

/** Forgets the session, in this tab and through storage in all others. */
export function endSession(): void {
  useSession.setState(signedOut, true)
}

/**
 * Brings the signed-in user up to date; another user's record is ignored. What has not changed is not
 * written: every write draws the screen anew, here and in the other tabs.
 */
export function updateSessionUser(user: User): void {
  const state = useSession.getState()
  if (state.user === null || state.user._id !== user._id) return
  if (JSON.stringify(state.user) === JSON.stringify(user)) return
  useSession.setState({ ...state, user }, true)
}

/** Takes over what another tab has written meanwhile. */
export async function rereadSession(): Promise<void> {
  await useSession.persist.rehydrate()
}

/**
 * Follows the other tabs: signed out there is signed out here, and so is somebody else signed in.
 * @returns a function that stops following.
 */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that all of storage was emptied.
    if (event.key !== SESSION_KEY && event.key !== null) return
    // Reading does not write back: a write here could overtake a newer one of the other tab.
    if (readStored(SESSION_KEY)) void rereadSession()
    else endSession()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/**
 * The signed-in user, for what stands behind the guard.
 * @throws Error where nobody is signed in: such a part was mounted outside the guard.
 */
export function useSignedInUser(): User {
  const user = useSession((state) => state.user)
  if (user === null) throw new Error('This part is drawn only for somebody who is signed in.')
  return user
}
