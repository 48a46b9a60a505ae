import type { ReactNode } from 'react'
import classes from './message.module.css'
import { Milestone } from './milestone.tsx'

type EmptyStateProps = {
  text: ReactNode
  /** What to do about it: usually a Button. */
  action?: ReactNode
}

/** Shown where a list has nothing in it. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className={classes.message}>
      <Milestone />
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  )
}
