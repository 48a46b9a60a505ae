import type { getReturnFigures, PublishedReturns } from '@raahi/contract/return-figures'
import { useCallback, useEffect, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { send } from '../../lib/transport.ts'

/** The contract's call without its schemas, which would load zod. A test compares it with the contract. */
export const returnFiguresCall = {
  name: 'getReturnFigures',
  method: 'GET',
  path: '/api/returnFigures',
  access: 'public',
} as unknown as typeof getReturnFigures

export type ReturnFiguresState =
  | { kind: 'loading' }
  | { kind: 'failed'; problem: string }
  | { kind: 'shown'; returns: PublishedReturns }

/** Reads the policy in force and the figures once. */
export function useReturnFigures() {
  const [state, setState] = useState<ReturnFiguresState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    setState({ kind: 'loading' })
    send(returnFiguresCall, {}, { signal: leaving.signal }).then(
      (returns) => setState({ kind: 'shown', returns }),
      (error) => {
        if (leaving.signal.aborted) return
        const problem = errorWithReason(error, 'The return policy could not be loaded.')
        setState({ kind: 'failed', problem })
      },
    )
    return () => leaving.abort()
  }, [attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { state, retry }
}
