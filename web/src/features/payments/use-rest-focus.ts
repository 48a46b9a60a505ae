import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to the one button that is left when a dialog comes to rest: the button that had it has gone.
 * @param resting nothing more can be tried
 * @param shown the dialog stands; while it opens, it places the focus itself
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
