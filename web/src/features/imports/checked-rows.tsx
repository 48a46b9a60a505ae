import type { Import, ImportCheck } from '@raahi/contract/imports'
import { formatCount } from '../../lib/counts.ts'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './imports.module.css'
import { RefusedRowsButton } from './refused-rows-button.tsx'

/** The rows that would not be added, each with its reason. */
export function CheckedRows({ check, record }: { check: ImportCheck; record: Import }) {
  const rows = check.rows.filter(({ outcome }) => outcome !== 'question')
  const total = check.duplicates + check.refused
  if (total === 0) return null
  return (
    <Panel
      title="Rows that will not be added"
      aside={check.refused > 0 && <RefusedRowsButton record={record} />}
    >
      <ul className={classes.rows} aria-label="Rows that will not be added">
        {rows.map(({ row, outcome, message }) => (
          <li key={row}>
            <span className={classes.number}>Row {formatCount(row)}</span>
            <StatusBadge tone={outcome === 'duplicate' ? 'neutral' : 'danger'}>
              {outcome === 'duplicate' ? 'Duplicate' : 'Refused'}
            </StatusBadge>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {rows.length < total && (
        <p className={classes.soft}>
          {formatCount(rows.length)} of {formatCount(total)} rows are shown. The download has all
          refused rows.
        </p>
      )}
    </Panel>
  )
}
