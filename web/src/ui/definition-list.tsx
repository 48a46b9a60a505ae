import type { ReactNode } from 'react'
import classes from './definition-list.module.css'

type Definition = { label: string; value: ReactNode }

type DefinitionListProps = {
  items: readonly Definition[]
  /** 'rows': label left, value right. 'stacked': label above value, as many columns as fit. */
  layout?: 'rows' | 'stacked'
}

/** The details of a card as label and value. A missing value is shown as —. */
export function DefinitionList({ items, layout = 'rows' }: DefinitionListProps) {
  return (
    <dl className={classes.list} data-layout={layout}>
      {items.map(({ label, value }) => (
        <div key={label} className={classes.item}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {value === null || value === undefined || value === '' ? '—' : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
