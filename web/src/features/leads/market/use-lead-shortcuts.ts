import { type RefObject, useEffect } from 'react'

/**
 * The keys of the marketplace. Their script loads after the screen is drawn.
 * @param openHelp the same function on every render
 */
export function useLeadShortcuts(leads: RefObject<HTMLElement | null>, openHelp: () => void): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    import('./lead-shortcuts.ts').then(
      ({ listenForShortcuts }) => {
        if (!isOver && leads.current) stop = listenForShortcuts(leads.current, openHelp)
      },
      // Everything can also be reached without the keys.
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [leads, openHelp])
}
