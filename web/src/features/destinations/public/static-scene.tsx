import { useEffect, useRef, useState } from 'react'
import '../scenes/scenes.css'
import type { SceneName } from './scene-name.ts'

const files = import.meta.glob<string>('../scenes/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
/** The drawings at build time; none in a browser's script. */
const drawings = import.meta.env.SSR
  ? import.meta.glob<string>('../scenes/*.svg', { query: '?raw', import: 'default', eager: true })
  : {}

const pathOf = (name: SceneName) => `../scenes/${name}.svg`

/**
 * A scene that needs no script: it is in the prerendered HTML, which React keeps. After a navigation inside the app its
 * file is fetched. It is inline, because its colours and fonts are those of the page, and decorative.
 */
export function StaticScene({
  name,
  className = '',
}: {
  name: SceneName
  className?: string | undefined
}) {
  const box = useRef<HTMLSpanElement>(null)
  const [fetched, setFetched] = useState('')
  useEffect(() => {
    if (box.current?.firstChild) return
    const aborting = new AbortController()
    // Without its scene the page is usable, so a failure is not shown.
    fetch(files[pathOf(name)] ?? '', { signal: aborting.signal })
      .then((answer) => (answer.ok ? answer.text() : ''))
      .then(setFetched, () => undefined)
    return () => aborting.abort()
  }, [name])
  return (
    <span
      ref={box}
      className={`scene-box scene-${name} ${className}`}
      suppressHydrationWarning
      // Empty at first in a browser, which makes React keep the existing content.
      dangerouslySetInnerHTML={{ __html: drawings[pathOf(name)] ?? fetched }}
    />
  )
}
