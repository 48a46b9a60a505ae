import type { Answer, CallInput, EndpointSpec } from '@raahi/contract/endpoint'
import { isRefusal } from './api-error.ts'
import { renewSession } from './renew-session.ts'
import { useSession } from './session.ts'
import type { SignedIn } from './stored-session.ts'
import { type SendOptions, send } from './transport.ts'

export type CallOptions = Omit<SendOptions, 'bearer'>

/** Input may be left out where the endpoint needs none. */
export type CallArguments<E extends EndpointSpec> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]

/**
 * Makes one call of the API as whoever is signed in. The access token is renewed shortly before it
 * ends, and once more where the server refuses it.
 * @returns `data` of the answer.
 * @throws ApiError for every failure; the abort reason where `options.signal` was aborted.
 */
export function call<E extends EndpointSpec>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<Answer<E>> {
  return asCaller(endpoint, (bearer) => send(endpoint, input, { ...options, bearer }))
}

/**
 * Does work as whoever is signed in, with an access token that holds; once more with a renewed one where
 * the server refuses the first.
 */
export async function asCaller<T>(
  { access }: EndpointSpec,
  work: (bearer?: string) => Promise<T>,
): Promise<T> {
  if (access === 'public' || access === 'cookie') return work()
  const asked = useSession.getState()
  if (asked.user === null) return work()
  const bearer = await tokenToSend(asked)
  try {
    return await work(bearer)
  } catch (error) {
    if (!isRefusal(error, 'UNAUTHENTICATED')) throw error
    const renewed = await renewSession(bearer, asked.user._id)
    if (renewed === null) throw error
    return work(renewed)
  }
}

/** The access token, renewed where it is about to end. */
async function tokenToSend(asked: SignedIn): Promise<string> {
  if (Date.now() < asked.renewAt) return asked.accessToken
  try {
    return (await renewSession(asked.accessToken, asked.user._id)) ?? asked.accessToken
  } catch {
    // The token in hand may still hold for a while; the server decides.
    return asked.accessToken
  }
}
