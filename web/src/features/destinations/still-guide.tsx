import { type ComponentType, useEffect, useRef, useState } from 'react'
import sections from './guide-sections.module.css'
import type { Guide } from './guides/guide.ts'
import months from './month-strip.module.css'

type Sections = ComponentType<{ guide: Guide }>

/** At build time only. A browser's first script does not contain it. */
const drawn: Sections | null = import.meta.env.SSR
  ? (await import('./guide-sections.tsx')).GuideSections
  : null

/** Imported statically, so that the styles are in the first HTML although the sections are not in the script. */
const styles = `${sections.all} ${months.year}`

/**
 * The guide's sections without script: they are in the prerendered HTML, which React keeps. They are loaded only
 * after a navigation inside the app.
 */
export function StillGuide({ guide }: { guide: Guide }) {
  const box = useRef<HTMLDivElement>(null)
  const [Fetched, setFetched] = useState<Sections | null>(null)
  useEffect(() => {
    if (box.current === null || box.current.firstChild !== null) return
    let isGone = false
    import('./guide-sections.tsx').then(
      ({ GuideSections }) => isGone || setFetched(() => GuideSections),
      // Offline: the page shows what it has loaded.
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
      // Sets nothing: it makes React keep the existing content.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
