import { type RefObject, useEffect } from 'react'
import type { ListKeys } from './list-shortcuts.ts'

/**
 * The keys of a list. Their script loads after the screen is drawn.
 * @param keys the same object on every render
 * @param openHelp the same function on every render
 */
export function useListShortcuts(
  list: RefObject<HTMLElement | null>,
  keys: ListKeys,
  openHelp: () => void,
): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    import('./list-shortcuts.ts').then(
      ({ listenForShortcuts }) => {
        if (!isOver && list.current) stop = listenForShortcuts(list.current, keys, openHelp)
      },
      // The keys are optional: every action is also possible without them.
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [list, keys, openHelp])
}
