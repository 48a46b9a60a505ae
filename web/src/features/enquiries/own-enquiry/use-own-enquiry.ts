import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { useCallback, useEffect, useRef, useState } from 'react'
import { enquiryCalls } from '../enquiry-calls.ts'
import { callForTraveller } from '../traveller-call.ts'

export type OwnEnquiryState =
  | { kind: 'loading' }
  /** The link is wrong, or its enquiry was erased. The page shows the same for both. */
  | { kind: 'missing' }
  | { kind: 'failed'; problem: string }
  | { kind: 'shown'; enquiry: OwnEnquiry }

/**
 * Reads the enquiry behind a private link.
 * @param token the part of the address after #; null before hydration
 */
export function useOwnEnquiry(token: string | null) {
  const [state, setState] = useState<OwnEnquiryState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const alreadyShown = useRef<string | null>(null)

  useEffect(() => {
    let isUnmounted = false
    const isShown = token !== null && alreadyShown.current === token
    alreadyShown.current = null
    if (isShown) return
    setState({ kind: 'loading' })
    if (token === null) return
    if (!/^[\w-]{43}$/.test(token)) return setState({ kind: 'missing' })
    void callForTraveller(
      enquiryCalls.getOwnEnquiry,
      { params: { token } },
      'Your enquiry could not be opened.',
    ).then((outcome) => {
      if (isUnmounted) return
      if (outcome.done) return setState({ kind: 'shown', enquiry: outcome.data })
      const isMissing = outcome.code === 'ENQUIRY_NOT_FOUND'
      setState(isMissing ? { kind: 'missing' } : { kind: 'failed', problem: outcome.problem })
    })
    return () => {
      isUnmounted = true
    }
  }, [token, attempt])

  const show = useCallback((enquiry: OwnEnquiry, newToken: string | null = null) => {
    alreadyShown.current = newToken
    setState({ kind: 'shown', enquiry })
  }, [])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { state, show, retry }
}
