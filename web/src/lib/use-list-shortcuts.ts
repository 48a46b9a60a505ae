import { type RefObject, useEffect } from 'react'
import { type ListKeys, listenForShortcuts } from './list-shortcuts.ts'

/**
 * The keys of a list.
 * @param list the element with the rows
 * @param keys the same object on every render
 * @param openHelp the same function on every render
 */
export function useListShortcuts(
  list: RefObject<HTMLElement | null>,
  keys: ListKeys,
  openHelp: () => void,
): void {
  useEffect(
    () => (list.current ? listenForShortcuts(list.current, keys, openHelp) : undefined),
    [list, keys, openHelp],
  )
}
