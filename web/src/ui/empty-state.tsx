import type { ReactNode } from 'react'
import classes from './message.module.css'
import { Milestone } from './milestone.tsx'

type EmptyStateProps = {
  text: ReactNode
  /** The suggested action, usually a Button. */
  action?: ReactNode
}

/** Shown if a list is empty. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className={classes.message}>
      <Milestone />
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  )
}
