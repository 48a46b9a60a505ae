import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Stops the browser's Back, and closing or reloading the tab, while something is unsaved.
 * @returns whether a way out is held back now, and how to go on with it or to stay.
 */
export function useLeavingGuard(unsaved: boolean) {
  const blocker = useBlocker(unsaved)
  useEffect(() => {
    if (!unsaved) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsaved])
  return {
    blocked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
