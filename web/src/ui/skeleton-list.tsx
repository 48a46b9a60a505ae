import { Skeleton } from '@mantine/core'
import classes from './skeleton-list.module.css'

export type SkeletonListProps = {
  /** Announced while loading, e.g. 'Loading leads...'. */
  label: string
  count?: number
  /** 'cards' in a grid like CardGrid, or 'rows' like a table. */
  layout?: 'cards' | 'rows'
}

/** A placeholder in the shape of a list, shown while it loads. */
export function SkeletonList({ label, count = 6, layout = 'cards' }: SkeletonListProps) {
  const keys = Array.from({ length: count }, (_, index) => index)
  return (
    <div>
      <p className={classes.label} role="status">
        {label}
      </p>
      <div className={layout === 'cards' ? classes.cards : classes.rows} aria-hidden>
        {keys.map((key) =>
          layout === 'cards' ? (
            <div key={key} className={classes.card}>
              <Skeleton height={18} width="55%" />
              <Skeleton height={12} width="35%" mt="sm" />
              <Skeleton height={12} mt="lg" />
              <Skeleton height={12} width="80%" mt="xs" />
              <Skeleton height={12} width="65%" mt="xs" />
              <Skeleton height={36} mt="lg" />
            </div>
          ) : (
            <div key={key} className={classes.row}>
              <Skeleton height={14} width="22%" />
              <Skeleton height={14} width="34%" />
              <Skeleton height={14} width="14%" />
            </div>
          ),
        )}
      </div>
    </div>
  )
}
