import { type ReactNode, useEffect } from 'react'
import { syncWithOtherTabs } from '../../lib/session.ts'
import { SiteFooter } from './site-footer.tsx'
import classes from './site-frame.module.css'
import { SiteHeader } from './site-header.tsx'

/** The frame of every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  useEffect(() => syncWithOtherTabs(), [])
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
