import { Skeleton } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import classes from './stat-card.module.css'

type StatCardProps = {
  label: string
  /** The formatted figure, set in tabular digits. */
  value: ReactNode
  /** A Tabler icon component. */
  icon?: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** One line under the figure, also while the figure loads: the card must not grow afterwards. */
  hint?: ReactNode
  loading?: boolean
}

/** One figure with its name. Used in a StatGrid. */
export function StatCard({ label, value, icon: Icon, hint, loading = false }: StatCardProps) {
  return (
    <div className={classes.card}>
      <dt className={classes.label}>
        {Icon && (
          <span className={classes.icon} aria-hidden>
            <Icon size={20} stroke={1.75} />
          </span>
        )}
        {label}
      </dt>
      <dd className={classes.figure} aria-busy={loading}>
        {loading ? <Skeleton height={28} width="60%" /> : value}
      </dd>
      {hint && <dd className={classes.hint}>{hint}</dd>}
    </div>
  )
}

/** Takes the place of a hint that depends on the figure while it loads. */
export const emptyHint = '\u00a0'

/** A row of StatCards that wraps: two columns on a phone. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <dl className={classes.grid}>{children}</dl>
}
