import { isRefusal } from './api-error.ts'
import { loadAuthContract } from './auth-contract.ts'
import { loseSession, reloadStoredSession, startSession, useSession } from './session.ts'
import { send } from './transport.ts'

/** Only one tab renews at a time: the refresh cookie is exchanged on use, and a second use ends the session. */
const lockName = 'raahi-refresh'

let lastTaskInThisTab: Promise<unknown> = Promise.resolve()

/**
 * Runs a task that changes the refresh cookie (renewal, login, logout) under a lock that all tabs share. Browsers
 * without Web Locks (a page without HTTPS) lock within this tab only.
 */
export async function withCookieLock<T>(task: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(lockName, task)
  const run = lastTaskInThisTab.then(task, task)
  lastTaskInThisTab = run.catch(() => undefined)
  return run
}

/**
 * Gets an access token newer than a given one: from another tab if it has renewed meanwhile, otherwise from the
 * server. A refused renewal ends the session.
 * @param staleToken the token that was rejected or is about to expire
 * @param userId the owner of the token
 * @returns the new token; null if the session has ended, or if another user has signed in meanwhile: the call belongs
 * to the previous user and must not be repeated
 * @throws ApiError if the server could not be reached
 */
export async function renewSession(staleToken: string, userId: string): Promise<string | null> {
  return withCookieLock(async () => {
    await reloadStoredSession()
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
    loseSession()
  }
}
