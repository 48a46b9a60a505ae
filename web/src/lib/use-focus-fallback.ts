import { type RefObject, useEffect, useRef } from 'react'

/** Longer than a closing dialog takes to return the focus. */
const dialogCloseMs = 60

/**
 * Moves the focus to `ref` if an action removes or disables the button that started it. Otherwise the focus would go
 * to the top of the page.
 * @param shown the rendered data; its next change after `arm()` may remove the button
 * @returns `arm`, to be called when the change starts
 */
export function useFocusFallback(ref: RefObject<HTMLElement | null>, shown: unknown): () => void {
  const armed = useRef(false)
  useEffect(() => {
    if (!armed.current) return
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
      armed.current = false
      const active = document.activeElement
      if (!active || active === document.body || active.matches(':disabled')) {
        // The scroll position stays, so that a buyer continues with the next lead.
        ref.current?.focus({ preventScroll: true })
      }
    }
    return () => clearTimeout(timer)
  }, [shown, ref])
  return () => {
    armed.current = true
  }
}
