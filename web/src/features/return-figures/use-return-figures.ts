import type { getReturnFigures, PublishedReturns } from '@raahi/contract/return-figures'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { publicCall } from '../../lib/public-call.ts'

export const returnFiguresCall = publicCall<typeof getReturnFigures>(
  'getReturnFigures',
  'GET',
  '/api/returnFigures',
)

interface Loaded {
  returns: PublishedReturns
  /** Renders the rules and the figures. */
  View: ComponentType<{ returns: PublishedReturns }>
}

export type ReturnFiguresState =
  | { kind: 'loading' }
  | { kind: 'failed'; problem: string }
  | ({ kind: 'shown' } & Loaded)

const failed = 'The return policy could not be loaded.'

/**
 * Reads the policy in force and the figures once. Loads the script that renders them in parallel, because the first
 * script of a public page must stay small.
 */
export function useReturnFigures() {
  const [state, setState] = useState<ReturnFiguresState>({ kind: 'loading' })
  /** A new object triggers another read. */
  const [attempt, setAttempt] = useState({})

  useEffect(() => {
    const leaving = new AbortController()
    const show = (next: ReturnFiguresState) => {
      if (attempt && !leaving.signal.aborted) setState(next)
    }
    show({ kind: 'loading' })
    load(leaving.signal).then(
      (loaded) => show({ kind: 'shown', ...loaded }),
      async (error) => show({ kind: 'failed', problem: await problemText(error) }),
    )
    return () => leaving.abort()
  }, [attempt])

  const retry = useCallback(() => setAttempt({}), [])
  return { state, retry }
}

async function load(signal: AbortSignal): Promise<Loaded> {
  const read = async () => {
    const { send } = await import('../../lib/transport.ts')
    return send(returnFiguresCall, {}, { signal })
  }
  const [returns, view] = await Promise.all([read(), import('./published-returns.tsx')])
  return { returns, View: view.PublishedReturnsView }
}

async function problemText(error: unknown): Promise<string> {
  try {
    const { errorWithReason } = await import('../../lib/api-error.ts')
    return errorWithReason(error, failed)
  } catch {
    return failed
  }
}
