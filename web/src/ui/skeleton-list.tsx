import classes from './skeleton-list.module.css'

export type SkeletonListProps = {
  /** Announced while loading, e.g. 'Loading leads...'. */
  label: string
  count?: number
  /** 'cards' in a grid like CardGrid, or 'rows' like a table. */
  layout?: 'cards' | 'rows'
  /** Height of the rows, so that nothing moves when they arrive. */
  rowHeight?: string
}

/** Widths of the lines in place of text. */
const cardLines = ['55%', '35%', '100%', '80%', '65%', '100%']
const rowParts = ['22%', '34%', '14%']

/** A placeholder in the shape of a list, shown while it loads. */
export function SkeletonList({ label, count = 6, layout = 'cards', rowHeight }: SkeletonListProps) {
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
              {cardLines.map((width, line) => (
                <div key={line} className={classes.line} style={{ width }} />
              ))}
            </div>
          ) : (
            <div key={key} className={classes.row} style={{ height: rowHeight }}>
              {rowParts.map((width) => (
                <div key={width} className={classes.line} style={{ width }} />
              ))}
            </div>
          ),
        )}
      </div>
    </div>
  )
}
