/** Joins the cells of each line. In a table of figures all columns but the first are aligned right. */
export function alignColumns(lines: readonly string[][], hasFigures = false): string {
  const widthOf = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0))
  const pad = (cell: string, column: number) =>
    hasFigures && column > 0 ? cell.padStart(widthOf(column)) : cell.padEnd(widthOf(column))
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}
