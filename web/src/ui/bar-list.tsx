import type { ReactNode } from 'react'
import classes from './bar-list.module.css'

interface Bar {
  /** Unique in the list. */
  name: string
  value: ReactNode
  size: number
  /** Smaller, below the bar. */
  note?: ReactNode
}

interface BarListProps {
  /** In the order of the list. */
  bars: readonly Bar[]
  /** The size of a bar over the whole width. */
  maxSize: number
}

/** Named values, each with a bar in proportion to its size. */
export function BarList({ bars, maxSize }: BarListProps) {
  return (
    <ol className={classes.list}>
      {bars.map(({ name, value, size, note }) => (
        <li key={name} className={classes.row}>
          <span className={classes.name}>{name}</span>
          <span className={classes.value}>{value}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(size / maxSize) * 100}%` }} />
          </span>
          {note && <span className={classes.note}>{note}</span>}
        </li>
      ))}
    </ol>
  )
}
