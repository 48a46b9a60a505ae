import { alignColumns } from '../server/src/testing/load/align-columns.ts'

/** What is measured, and its limit. */
export type Goal = {
  what: string
  limit: { atLeast: number } | { atMost: number }
  /** Unit of a figure that is not a ratio, such as 's'. */
  unit?: string
}

export type Row =
  | (Goal & { value: number; detail: string })
  /** A figure that could not be measured, with the reason. Counts as a failure. */
  | { what: string; why: string }
  /** Information without a limit. */
  | { what: string; detail: string }

const holds = ({ value, limit }: Goal & { value: number }) =>
  'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost

/** Whether every figure with a limit was measured and keeps its limit. */
export function isPassed(rows: readonly Row[]): boolean {
  return rows.every((row) => !('why' in row) && (!('value' in row) || holds(row)))
}

/** The table at the end of a run. */
export function renderTable(rows: readonly Row[]): string {
  return alignColumns([['', 'measured', 'limit', '', ''], ...rows.map(rowCells)])
}

function rowCells(row: Row): string[] {
  if ('why' in row) return [row.what, 'not measured', '', 'MISSED', row.why]
  if (!('value' in row)) return [row.what, '', '', '', row.detail]
  const unit = row.unit ? ` ${row.unit}` : ''
  const limit = 'atLeast' in row.limit ? `≥ ${row.limit.atLeast}` : `≤ ${row.limit.atMost}`
  return [
    row.what,
    `${row.value.toFixed(row.value >= 20 ? 0 : 2)}${unit}`,
    `${limit}${unit}`,
    holds(row) ? 'ok' : 'MISSED',
    row.detail,
  ]
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
