import type { ReactNode } from 'react'
import { WholeDates } from '../../../ui/whole-dates.tsx'
import classes from './compare-table.module.css'

interface CompareTableProps {
  titleId: string
  title: string
  headings: readonly [string, string]
  /** Null: not given. */
  rows: readonly { label: string; values: readonly [string | null, string | null] }[]
  /** Shown below the table. */
  children?: ReactNode
}

/** Two records side by side. Rows whose values differ are emphasised. */
export function CompareTable({ titleId, title, headings, rows, children }: CompareTableProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption id={titleId} className={classes.title}>
          {title}
        </caption>
        <thead>
          <tr>
            <td />
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values: [before, after] }) => (
            <tr key={label} data-differs={before !== after || undefined}>
              <th scope="row">{label}</th>
              <td>{before ? <Value text={before} /> : '—'}</td>
              <td>{after ? <Value text={after} /> : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  )
}

const Value = ({ text }: { text: string }) => (
  <bdi>
    <WholeDates text={text} />
  </bdi>
)
