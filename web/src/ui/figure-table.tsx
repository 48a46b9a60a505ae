import classes from './figure-table.module.css'

interface FigureTableProps {
  /** Names the table: 'Table: Revenue by day'. */
  label: string
  heads: readonly string[]
  /** The first cell of each row names the row, and is unique. */
  rows: readonly (readonly string[])[]
}

/** A table of figures in a region that scrolls, also by keyboard. `--figure-table-height` limits its height. */
export function FigureTable({ label, heads, rows }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls needs the focus of the keyboard.
    <section className={classes.scroll} aria-label={`Table: ${label}`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, index) => (
                <td key={heads[index + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
