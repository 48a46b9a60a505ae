import { useEffect, useRef, useState } from 'react'
import type { Root } from 'react-dom/client'
import { useSearchParams } from 'react-router'
import fields from '../../../ui/plain-fields.module.css'
import classes from './enquiry-form.module.css'

/** While building; a browser's first script has nothing of it. */
const drawn = import.meta.env.SSR ? (await import('./quote-form-body.tsx')).QuoteFormBody : null

/** How far off the screen the form comes alive, so that it is before anybody reaches it. */
const AHEAD = '900px'

/**
 * The quote form. It stands in the prerendered HTML, where any browser can send it, and React is told to leave it as it
 * is; its script, which checks, keeps and thanks, is fetched when somebody comes near it. So it costs the first screen
 * of a page next to nothing.
 * @param props.destination of the page it stands on; an address may ask for another with `?destination=`
 */
export function QuoteForm({ destination = '' }: { destination?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<Root | null>(null)
  const asked = useSearchParams()[0].get('destination') ?? ''

  useEffect(() => {
    const element = box.current
    if (element === null) return
    let isGone = false
    let made: Root | null = null
    const stopWaiting = whenNear(element, async () => {
      // Where it cannot be fetched, the form is still there to be sent.
      const { awaken } = await import('./quote-form-root.tsx').catch(() => ({ awaken: null }))
      if (isGone || awaken === null) return
      made = awaken(element, { destination })
      setRoot(made)
    })
    return () => {
      isGone = true
      stopWaiting()
      // Not while React is at work on this page itself.
      setTimeout(() => made?.unmount())
    }
  }, [destination])

  useEffect(() => {
    if (root === null) return
    void import('./quote-form-root.tsx').then(({ draw }) => draw(root, { destination, asked }))
  }, [root, destination, asked])

  if (drawn) {
    const Drawn = drawn
    return (
      <div className={`${classes.box} ${fields.host}`}>
        <Drawn destination={destination} />
      </div>
    )
  }
  return (
    <div
      ref={box}
      className={`${classes.box} ${fields.host}`}
      suppressHydrationWarning
      // Nothing is set by this; it tells React to leave what is there.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

/** Calls back once, when the element is about to be seen or is being used. */
function whenNear(element: HTMLElement, callBack: () => void): () => void {
  const stop = () => {
    observer.disconnect()
    element.removeEventListener('focusin', go)
  }
  const go = () => {
    stop()
    callBack()
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) go()
    },
    { rootMargin: AHEAD },
  )
  observer.observe(element)
  element.addEventListener('focusin', go)
  return stop
}
