import type { ReactNode } from 'react'
import classes from './form-section.module.css'

type FormSectionProps = {
  title?: string
  /** Columns from 768 px up; one on phones. */
  columns?: 1 | 2 | 3
  children: ReactNode
}

/** A named group of fields in a grid. */
export function FormSection({ title, columns = 2, children }: FormSectionProps) {
  return (
    <fieldset className={classes.section}>
      {title && <legend className={classes.title}>{title}</legend>}
      <div className={classes.grid} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  )
}
