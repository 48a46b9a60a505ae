import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the last remaining button of a dialog after the button with the focus was removed.
 * @param isFinal no further attempt is possible
 * @param shown the dialog is open; while it opens, it sets the focus itself
 */
export function useLastButtonFocus(
  isFinal: boolean,
  shown: boolean,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const isShown = useRef(shown)
  useEffect(() => {
    if (isFinal && isShown.current) button.current?.focus()
  }, [isFinal])
  useEffect(() => {
    isShown.current = shown
  }, [shown])
  return button
}
