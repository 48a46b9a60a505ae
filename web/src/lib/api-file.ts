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
      if (!response.ok) await unwrapResponse(response)
      return response.blob()
    }),
  )
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By then the browser has started the download and no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
