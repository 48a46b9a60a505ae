import { type ReactNode, type Ref, useId } from 'react'
import classes from './panel.module.css'

type PanelProps = {
  title: string
  /** A note or a link at the right of the title. */
  aside?: ReactNode
  /** Used to move the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A titled part of a page, on a card. */
export function Panel({ title, aside, titleRef, children }: PanelProps) {
  const titleId = useId()
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <header className={classes.head}>
        <h2 id={titleId} ref={titleRef} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
