import { useEffect, useRef } from 'react'
import { isShortcut } from '../../lib/list-shortcuts.ts'

/** The keys of the review. A key that is held down counts once, because the next request has not been read. */
export function useReviewKeys(isOn: boolean, actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const action = Object.hasOwn(latest.current, event.key)
        ? latest.current[event.key]
        : undefined
      if (!action || event.repeat || !isShortcut(event)) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
