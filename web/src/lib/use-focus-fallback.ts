import { type RefObject, useEffect, useRef } from 'react'

/** Longer than a closing dialog takes to return the focus. */
const dialogCloseMs = 60

/**
 * Moves the focus to `ref` if an action removes or disables the button that started it. Otherwise the focus would go
 * to the top of the page.
 * @param shown the rendered data; a change after `arm()` may remove the button
 * @returns `arm`, to be called when the change starts
 */
export function useFocusFallback(ref: RefObject<HTMLElement | null>, shown: unknown): () => void {
  /** What had the focus when the action started; null: no action. */
  const starter = useRef<Element>(null)
  useEffect(() => {
    if (!starter.current) return
    let timer = setTimeout(moveFocus, dialogCloseMs)
    let hadDialog = false
    function moveFocus() {
      // A dialog keeps the focus until it is removed, which on a slow machine takes longer than the list's update. It returns
      // the focus a little after it was removed.
      const hasDialog = document.querySelector('[role="dialog"]') !== null
      if (hasDialog || hadDialog) {
        hadDialog = hasDialog
        timer = setTimeout(moveFocus, dialogCloseMs)
        return
      }
      const active = document.activeElement
      const isLost = !active || active === document.body || active.matches(':disabled')
      // The data changed for another reason, before the action changed it.
      if (!isLost && active === starter.current) return
      starter.current = null
      if (isLost) {
        // The scroll position stays, so that a buyer continues with the next lead.
        ref.current?.focus({ preventScroll: true })
      }
    }
    return () => clearTimeout(timer)
  }, [shown, ref])
  return () => {
    starter.current = document.activeElement
  }
}
