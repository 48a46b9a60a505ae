import classes from './column-chart.module.css'

/** A series of a chart. One that points down is drawn below the line of zero. */
export interface ChartSeries {
  name: string
  tone: 'first' | 'second'
  pointsDown?: boolean
}

interface ColumnChartProps {
  series: readonly ChartSeries[]
  /** One item per column, with a value of zero or more per series. */
  columns: readonly { key: string; values: readonly number[] }[]
  /** Texts under the first and the last column; without them each column has its key. */
  ends?: readonly [string, string]
  /** Formats the largest value, which is shown at its line. */
  formatValue: (value: number) => string
}

const height = 100

/**
 * Columns of one or two series. The drawing is hidden from screen readers, so a table with the same figures must be
 * shown beside it.
 */
export function ColumnChart({ series, columns, ends, formatValue }: ColumnChartProps) {
  const largest = (isDown: boolean) =>
    Math.max(
      0,
      ...columns.flatMap(({ values }) =>
        values.filter((_, index) => Boolean(series[index]?.pointsDown) === isDown),
      ),
    )
  const [up, down] = [largest(false), largest(true)]
  const scale = up + down === 0 ? 0 : height / (up + down)
  const zeroAt = up + down === 0 ? height : up * scale
  const upwards = series.filter(({ pointsDown }) => !pointsDown).length
  const width = 0.8 / upwards
  return (
    <div className={classes.chart} aria-hidden>
      {series.length > 1 && (
        <div className={classes.legend}>
          {series.map(({ name, tone }) => (
            <span key={name} className={classes.name}>
              <span className={classes.key} data-tone={tone} />
              {name}
            </span>
          ))}
        </div>
      )}
      <div className={classes.top}>{formatValue(up)}</div>
      {scale === 0 && <div className={classes.zeros}>All figures are 0.</div>}
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${columns.length} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <line className={classes.grid} x1="0" x2={columns.length} y1="0.2" y2="0.2" />
        {columns.map(({ key, values }, column) =>
          values.map((value, index) => {
            const one = series[index]
            if (!one || value === 0) return null
            const size = Math.max(value * scale, 1)
            return (
              <rect
                key={`${key} ${one.name}`}
                className={classes.column}
                data-tone={one.tone}
                x={column + 0.1 + (one.pointsDown ? 0 : Math.min(index, upwards - 1) * width)}
                y={one.pointsDown ? zeroAt : zeroAt - size}
                width={one.pointsDown ? 0.8 : width}
                height={size}
              />
            )
          }),
        )}
        <line className={classes.zero} x1="0" x2={columns.length} y1={zeroAt} y2={zeroAt} />
      </svg>
      <div className={classes.labels} data-ends={ends ? true : undefined}>
        {(ends ?? columns.map(({ key }) => key)).map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </div>
  )
}
