import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the last remaining button of a dialog after the button with the focus was removed.
 * @param resting no further attempt is possible
 * @param shown the dialog is open; while it opens, it sets the focus itself
 */
export function useRestFocus(
  resting: boolean,
  shown: boolean,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const stands = useRef(shown)
  useEffect(() => {
    if (resting && stands.current) button.current?.focus()
  }, [resting])
  useEffect(() => {
    stands.current = shown
  }, [shown])
  return button
}
