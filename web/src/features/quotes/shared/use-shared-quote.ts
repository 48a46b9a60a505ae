import type { SharedQuote } from '@raahi/contract/quotes'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { send, sendAndRead, unwrapResponse } from '../../../lib/transport.ts'
import { sharedQuoteCalls } from './shared-quote-calls.ts'

export type SharedQuoteState =
  | { kind: 'loading' }
  /** The link is wrong or no longer works. The page shows the same text for both. */
  | { kind: 'missing' }
  | { kind: 'failed'; problem: string }
  | { kind: 'shown'; quote: SharedQuote }

/**
 * Reads the quote behind a link.
 * @param secret the part of the address after #; null before hydration
 */
export function useSharedQuote(secret: string | null) {
  const [state, setState] = useState<SharedQuoteState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    if (secret === null) return
    if (!/^[\w-]{43}$/.test(secret)) return setState({ kind: 'missing' })
    const show = (next: SharedQuoteState) => {
      if (!isUnmounted) setState(next)
    }
    send(sharedQuoteCalls.readSharedQuote, { body: { secret } }).then(
      (quote) => show({ kind: 'shown', quote }),
      (error: unknown) => {
        const isMissing = error instanceof ApiError && error.code === 'QUOTE_LINK_NOT_FOUND'
        const problem = errorMessage(error, 'The quote could not be opened.')
        show(isMissing ? { kind: 'missing' } : { kind: 'failed', problem })
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [secret, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { state, retry }
}

type FileCall =
  | typeof sharedQuoteCalls.getSharedQuotePdf
  | typeof sharedQuoteCalls.getSharedQuoteLogo

/** @throws ApiError for every failure */
export function fetchSharedFile(call: FileCall, secret: string): Promise<Blob> {
  return sendAndRead(call, { body: { secret } }, {}, async (response) => {
    if (!response.ok) await unwrapResponse(response, call)
    return response.blob()
  })
}
