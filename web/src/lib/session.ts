import type { Session } from '@raahi/contract/auth'
import { mayOneOf, type StaffRight } from '@raahi/contract/staff-rights'
import type { User } from '@raahi/contract/users'
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import {
  parseStoredSession,
  type SessionState,
  sessionVersion,
  signedOut,
} from './stored-session.ts'

/** The key of the session in the browser's storage. */
export const sessionKey = 'raahi-auth'

/** The token is renewed this long before it expires. */
const renewBeforeExpiryMs = 60_000

/**
 * Reads the stored session. A value that is broken, of another version or foreign is removed, so that it cannot break
 * the page again.
 * @returns null if no valid session is stored, or if the browser refuses access
 */
function readStoredSession(key: string): { state: SessionState; version: number } | null {
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

/** The browser may refuse to write (private mode, quota). The session then only exists in this tab. */
function ignoreStorageErrors(write: () => void): void {
  try {
    write()
  } catch {
    // The state in memory is the one in use.
  }
}

const storage: PersistStorage<SessionState> = {
  getItem: readStoredSession,
  setItem: (key, value) =>
    ignoreStorageErrors(() => localStorage.setItem(key, JSON.stringify(value))),
  removeItem: (key) => ignoreStorageErrors(() => localStorage.removeItem(key)),
}

/** The store of the signed-in user, persisted under `raahi-auth`. */
export const useSession = create<SessionState>()(
  persist((): SessionState => signedOut, {
    name: sessionKey,
    version: sessionVersion,
    storage,
    // There is no storage during prerendering.
    skipHydration: typeof window === 'undefined',
    merge: (stored, current) => (stored as SessionState | undefined) ?? current,
  }),
)

/** Starts a session that the server has returned. */
export function startSession(session: Session, now = Date.now()): void {
  const remainingMs = Date.parse(session.accessTokenExpiresAt) - now
  useSession.setState(
    {
      user: session.user,
      accessToken: session.accessToken,
      accessTokenExpiresAt: session.accessTokenExpiresAt,
      // At least a minute from now: with a wrong clock every call would otherwise renew first.
      renewAt: now + Math.max(renewBeforeExpiryMs, remainingMs - renewBeforeExpiryMs),
    },
    true,
  )
}

/**
 * The user whose screens are open in this tab. It outlives a session that ends by itself: the screens stay open with
 * what was typed, until the same user logs in again or the screens are left.
 */
export const useScreenOwner = create<{ owner: User | null }>(() => ({ owner: null }))

/** Keeps the screens of a user open if the session ends by itself. */
export function holdScreens(owner: User): void {
  useScreenOwner.setState({ owner })
}

export function releaseScreens(): void {
  useScreenOwner.setState({ owner: null })
}

/** The id of the user whose data this tab shows; null if it shows none. */
export function readShownUserId(): string | null {
  return useScreenOwner.getState().owner?._id ?? useSession.getState().user?._id ?? null
}

/** Logs out on purpose, in this tab and, through storage, in all others. The screens of this tab close. */
export function endSession(): void {
  releaseScreens()
  loseSession()
}

/** The session has ended by itself: the server refuses it, or another tab has logged out. */
export function loseSession(): void {
  useSession.setState(signedOut, true)
}

/**
 * Updates the signed-in user; the record of another user is ignored. An unchanged record is not written, because
 * every write renders the screen again, here and in the other tabs.
 */
export function updateSessionUser(user: User): void {
  const state = useSession.getState()
  if (state.user === null || state.user._id !== user._id) return
  if (JSON.stringify(state.user) === JSON.stringify(user)) return
  useSession.setState({ ...state, user }, true)
}

/** Reads the session again, because another tab may have changed it. */
export async function reloadStoredSession(): Promise<void> {
  await useSession.persist.rehydrate()
}

/**
 * Synchronises the session with the other tabs: a logout or a login of another user there takes effect here.
 * @returns a function that stops the synchronisation
 */
export function syncWithOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that all of storage was cleared.
    if (event.key !== sessionKey && event.key !== null) return
    // Rereading does not write: a write could overwrite a newer value of the other tab.
    if (readStoredSession(sessionKey)) void reloadStoredSession()
    else loseSession()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/**
 * The user of the open screens, for components behind the access check.
 * @throws Error if no user is signed in: the component was mounted outside the access check
 */
export function useSignedInUser(): User {
  const signedIn = useSession((state) => state.user)
  const owner = useScreenOwner((state) => state.owner)
  const user = signedIn ?? owner
  if (user === null) throw new Error('This component requires a signed-in user.')
  return user
}

/** Whether the user of the open screens is an admin with one of these rights. */
export function useMay(...rights: StaffRight[]): boolean {
  return mayOneOf(useSignedInUser(), ...rights)
}
