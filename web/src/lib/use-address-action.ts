import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of a navigation that asks the opened screen for an action, such as a form. */
export interface ActionState {
  action: string
}

/**
 * Runs an action that the command palette requests with its navigation. The request is removed from the history, so that a
 * reload does not repeat it.
 */
export function useAddressAction(action: string, run: () => void): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const isRequested = (state as ActionState | null)?.action === action
  useEffect(() => {
    if (!isRequested) return
    void navigate({ pathname, search }, { replace: true, state: null })
    latest.current()
  }, [isRequested, navigate, pathname, search])
}
