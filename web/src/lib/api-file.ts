import type { EndpointSpec } from '@raahi/contract/endpoint'
import { asCaller, type CallArguments } from './api.ts'
import { exchange, openEnvelope } from './transport.ts'

/**
 * Makes a call that answers with a file, as whoever is signed in. No link could: the bearer token travels
 * in a header alone.
 * @throws ApiError as every call does
 */
export function callForFile<E extends EndpointSpec & { answerType: string }>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<Blob> {
  return asCaller(endpoint, (bearer) =>
    exchange(endpoint, input, { ...options, bearer }, async (response) => {
      if (!response.ok) await openEnvelope(response)
      return response.blob()
    }),
  )
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
