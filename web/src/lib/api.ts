import type { Answer, CallInput, EndpointSpec } from '@raahi/contract/endpoint'
import { isRefusal } from './api-error.ts'
import { renewSession } from './renew-session.ts'
import { useSession } from './session.ts'
import type { SignedIn } from './stored-session.ts'
import { type SendOptions, send } from './transport.ts'

export type CallOptions = Omit<SendOptions, 'bearer'>

/** Input may be left out where the endpoint needs none. */
type CallArguments<E extends EndpointSpec> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]

/**
 * Makes one call of the API as whoever is signed in. The access token is renewed shortly before it
 * ends, and once more where the server refuses it.
 * @returns `data` of the answer.
 * @throws ApiError for every failure; the abort reason where `options.signal` was aborted.
 */
export async function call<E extends EndpointSpec>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<Answer<E>> {
  if (endpoint.access === 'public' || endpoint.access === 'cookie') {
    return send(endpoint, input, options)
  }
  const asked = useSession.getState()
  if (asked.user === null) return send(endpoint, input, options)
  const bearer = await tokenToSend(asked)
  try {
    return await send(endpoint, input, { ...options, bearer })
  } catch (error) {
    if (!isRefusal(error, 'UNAUTHENTICATED')) throw error
    const renewed = await renewSession(bearer, asked.user._id)
    if (renewed === null) throw error
    return send(endpoint, input, { ...options, bearer: renewed })
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
