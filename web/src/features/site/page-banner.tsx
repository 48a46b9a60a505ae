import type { ReactNode } from 'react'
import section from '../../ui/section.module.css'
import type { SceneName } from '../destinations/public/scene-name.ts'
import { StaticScene } from '../destinations/public/static-scene.tsx'
import classes from './page-banner.module.css'

interface PageBannerProps {
  title: string
  text: ReactNode
  /** Shown in full width below the text. */
  scene?: SceneName
  /** Shown behind the text on wide screens. */
  behind?: SceneName
  children?: ReactNode
}

/** The head of a page: title, text and scene. */
export function PageBanner({ title, text, scene, behind, children }: PageBannerProps) {
  return (
    <header className={behind ? classes.deep : classes.banner}>
      {behind && <StaticScene name={behind} className={classes.behind} />}
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        <p className={section.lead}>{text}</p>
        {children}
      </div>
      {scene && <StaticScene name={scene} className={classes.scene} />}
    </header>
  )
}
