import { type RefObject, useEffect, useRef } from 'react'

/** Long enough for a closing dialog to have given the focus back. */
const settleMs = 60

/**
 * Keeps the place of whoever works by keyboard: where the button that had the focus goes away or is
 * disabled by the very thing it started, the focus goes to `ref`, and not to the top of the page.
 * @param shown what is drawn; a change of it after `arm()` is what may take the button away
 * @returns `arm`, to be called when the change is under way.
 */
export function useFocusRescue(ref: RefObject<HTMLElement | null>, shown: unknown): () => void {
  const armed = useRef(false)
  useEffect(() => {
    if (!armed.current) return
    let timer = setTimeout(rescue, settleMs)
    function rescue() {
      // A dialog holds the focus until it is gone, which on a slow machine takes longer than the list.
      if (document.querySelector('[role="dialog"]')) {
        timer = setTimeout(rescue, settleMs)
        return
      }
      armed.current = false
      const active = document.activeElement
      if (!active || active === document.body || active.matches(':disabled')) {
        // The place on the page stays: whoever bought the fortieth lead goes on with the next.
        ref.current?.focus({ preventScroll: true })
      }
    }
    return () => clearTimeout(timer)
  }, [shown, ref])
  return () => {
    armed.current = true
  }
}
