import type { Latency } from './statistics.ts'

/** A figure with a limit. */
export type Measured = {
  what: string
  value: number
  limit: { atLeast: number } | { atMost: number }
  /** Unit of a figure that is not a ratio, such as 's'. */
  unit?: string
  detail?: string
}

/** A figure that could not be measured, with the reason. Counts as a failure. */
export type NotMeasured = { what: string; why: string }

/** Information without a limit. */
export type Note = { what: string; detail: string }

export type Row = Measured | NotMeasured | Note

export function holds({ value, limit }: Measured): boolean {
  return 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost
}

/** Whether every figure with a limit was measured and keeps its limit. */
export function isPassed(rows: readonly Row[]): boolean {
  return rows.every((row) => !('why' in row) && (!('value' in row) || holds(row)))
}

/** The table at the end of a run. */
export function renderTable(rows: readonly Row[]): string {
  return alignColumns([['', 'measured', 'limit', '', ''], ...rows.map(rowCells)])
}

/** Joins the cells of each line. In a table of figures all columns but the first are aligned right. */
export function alignColumns(lines: readonly string[][], hasFigures = false): string {
  const widthOf = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0))
  const pad = (cell: string, column: number) =>
    hasFigures && column > 0 ? cell.padStart(widthOf(column)) : cell.padEnd(widthOf(column))
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
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
    row.detail ?? '',
  ]
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`

export const inMs = ({ p50Ms, p99Ms }: Latency) =>
  `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(1)} ms`
