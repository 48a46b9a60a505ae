import { type ComponentType, useEffect, useRef, useState } from 'react'
import sections from './guide-sections.module.css'
import type { Guide } from './guides/guide.ts'
import months from './month-strip.module.css'

type Sections = ComponentType<{ guide: Guide }>

/** At build time only. A browser's first script does not contain it. */
const prerendered: Sections | null = import.meta.env.SSR
  ? (await import('./guide-sections.tsx')).GuideSections
  : null

/** Imported statically, so that the styles are in the first HTML although the sections are not in the script. */
const styles = `${sections.all} ${months.year}`

/**
 * The guide's sections without script: they are in the prerendered HTML, which React keeps. They are loaded only
 * after a navigation inside the app.
 */
export function StaticGuide({ guide }: { guide: Guide }) {
  const box = useRef<HTMLDivElement>(null)
  const [Loaded, setLoaded] = useState<Sections | null>(null)
  useEffect(() => {
    if (box.current === null || box.current.firstChild !== null) return
    let isUnmounted = false
    import('./guide-sections.tsx').then(
      ({ GuideSections }) => isUnmounted || setLoaded(() => GuideSections),
      // Offline: the page shows what it has loaded.
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  const Sections = Loaded ?? prerendered
  if (Sections) {
    return (
      <div key="rendered" className={styles}>
        <Sections guide={guide} />
      </div>
    )
  }
  return (
    <div
      key="static"
      ref={box}
      className={styles}
      suppressHydrationWarning
      // Sets nothing: it makes React keep the existing content.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
