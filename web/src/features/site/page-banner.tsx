import type { ReactNode } from 'react'
import section from '../../ui/section.module.css'
import type { SceneName } from '../destinations/scenes/scene-name.ts'
import { StaticScene } from '../destinations/scenes/static-scene.tsx'
import classes from './page-banner.module.css'

interface PageBannerProps {
  title: string
  text: ReactNode
  /** Shown wide below the words. */
  scene?: SceneName
  /** Shown behind them where there is room beside them. */
  behind?: SceneName
  children?: ReactNode
}

/** The head of a page: what it is, and a scene edge to edge. */
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
