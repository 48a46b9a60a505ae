import type { Answer, CallInput, EndpointSpec } from '@raahi/contract/endpoint'
import { ApiError, isRefusal } from './api-error.ts'
import { renewSession } from './renew-session.ts'
import { useScreenOwner, useSession } from './session.ts'
import type { SignedIn } from './stored-session.ts'
import { type SendOptions, send } from './transport.ts'

export type CallOptions = Omit<SendOptions, 'bearer'>

/** The input is optional if the endpoint requires none. */
export type CallArguments<E extends EndpointSpec> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]

/**
 * Calls an endpoint of the API as the signed-in user. The access token is renewed shortly before it expires, and once
 * more if the server rejects it.
 * @returns `data` of the response
 * @throws ApiError for every failure; the abort reason if `options.signal` was aborted
 */
export function call<E extends EndpointSpec>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<Answer<E>> {
  return withAccessToken(endpoint, (bearer) => send(endpoint, input, { ...options, bearer }))
}

/**
 * Runs a request with a valid access token of the signed-in user, and once more with a renewed token if the server
 * rejects the first.
 */
export async function withAccessToken<T>(
  { access }: EndpointSpec,
  work: (bearer?: string) => Promise<T>,
): Promise<T> {
  if (access === 'public' || access === 'cookie') return work()
  const session = useSession.getState()
  const { owner } = useScreenOwner.getState()
  // Screens that outlive their session send nothing, above all not as another user who has logged in meanwhile.
  if (owner !== null && owner._id !== session.user?._id) throw loggedOut()
  if (session.user === null) return work()
  const bearer = await getFreshToken(session)
  try {
    return await work(bearer)
  } catch (error) {
    if (!isRefusal(error, 'UNAUTHENTICATED')) throw error
    const renewed = await renewSession(bearer, session.user._id)
    if (renewed === null) throw error
    return work(renewed)
  }
}

const loggedOut = () =>
  new ApiError({
    code: 'UNAUTHENTICATED',
    status: 401,
    text: 'You were logged out. Please log in again.',
  })

/** The access token, renewed if it is about to expire. */
async function getFreshToken(session: SignedIn): Promise<string> {
  if (Date.now() < session.renewAt) return session.accessToken
  try {
    return (await renewSession(session.accessToken, session.user._id)) ?? session.accessToken
  } catch {
    // The present token may still be valid. The server decides.
    return session.accessToken
  }
}
