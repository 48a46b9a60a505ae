import { isRefusal } from './api-error.ts'
import { loadAuthContract } from './auth-contract.ts'
import { endSession, rereadSession, startSession, useSession } from './session.ts'
import { send } from './transport.ts'

/** One tab at a time: the refresh cookie is exchanged on use, and a second use ends the session. */
const LOCK_NAME = 'raahi-refresh'

let lastInThisTab: Promise<unknown> = Promise.resolve()

/**
 * Runs a task that changes the refresh cookie (renewing, signing in, signing out) alone among all tabs.
 * Where the browser has no Web Locks (a page not served securely) it is alone in this tab.
 */
export async function aloneWithCookie<T>(task: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(LOCK_NAME, task)
  const turn = lastInThisTab.then(task, task)
  lastInThisTab = turn.catch(() => undefined)
  return turn
}

/**
 * Gets an access token newer than a given one, from another tab where one has renewed meanwhile, else
 * from the server. A refused renewal ends the session.
 * @param staleToken the token that is refused or about to end
 * @param userId whose token it is
 * @returns the new token; null where the session has ended, or somebody else is signed in by now: the
 * call that asked belongs to the one before and must not be repeated.
 * @throws ApiError where the server could not be asked.
 */
export async function renewSession(staleToken: string, userId: string): Promise<string | null> {
  return aloneWithCookie(async () => {
    await rereadSession()
    if (useSession.getState().accessToken === staleToken) await renewFromServer()
    const { user, accessToken } = useSession.getState()
    return user?._id === userId ? accessToken : null
  })
}

async function renewFromServer(): Promise<void> {
  try {
    const { refresh } = await loadAuthContract()
    startSession(await send(refresh, undefined))
  } catch (error) {
    if (!isRefusal(error, 'UNAUTHENTICATED')) throw error
    endSession()
  }
}
