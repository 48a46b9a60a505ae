import type { EndpointSpec } from '@raahi/contract/endpoint'
import { type CallArguments, withAccessToken } from './api.ts'
import { sendAndRead, unwrapResponse } from './transport.ts'

/**
 * Calls an endpoint that returns a file. A link cannot do this, because the access token is sent in a header.
 * @throws ApiError for every failure
 */
export function callForFile<E extends EndpointSpec & { answerType: string }>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<Blob> {
  return withAccessToken(endpoint, (bearer) =>
    sendAndRead(endpoint, input, { ...options, bearer }, async (response) => {
      if (!response.ok) await unwrapResponse(response, endpoint)
      return response.blob()
    }),
  )
}
