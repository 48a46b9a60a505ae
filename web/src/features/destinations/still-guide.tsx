import { type ComponentType, useEffect, useRef, useState } from 'react'
import sections from './guide-sections.module.css'
import type { Guide } from './guides/guide.ts'
import months from './month-strip.module.css'

type Sections = ComponentType<{ guide: Guide }>

/** While building; a browser's first script has nothing of it. */
const drawn: Sections | null = import.meta.env.SSR
  ? (await import('./guide-sections.tsx')).GuideSections
  : null

/** Named here so that the styles are the page's own from its first byte, though what they dress comes otherwise. */
const styles = `${sections.all} ${months.year}`

/**
 * What a guide tells, at no cost in script: it stands in the prerendered HTML, which React is told to leave as it is.
 * Only where somebody comes here from another page of the app are the sections fetched and drawn.
 */
export function StillGuide({ guide }: { guide: Guide }) {
  const box = useRef<HTMLDivElement>(null)
  const [Fetched, setFetched] = useState<Sections | null>(null)
  useEffect(() => {
    if (box.current === null || box.current.firstChild !== null) return
    let isGone = false
    import('./guide-sections.tsx').then(
      ({ GuideSections }) => isGone || setFetched(() => GuideSections),
      // The line is gone: what has been fetched already is shown.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  const Sections = Fetched ?? drawn
  if (Sections) {
    return (
      <div key="drawn" className={styles}>
        <Sections guide={guide} />
      </div>
    )
  }
  return (
    <div
      key="left"
      ref={box}
      className={styles}
      suppressHydrationWarning
      // Nothing is set by this; it tells React to leave what is there.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
