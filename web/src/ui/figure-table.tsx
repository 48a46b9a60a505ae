interface FigureTableProps {
  /** Names the table: 'Table: Revenue by day'. */
  label: string
  heads: readonly string[]
  /** The first cell of each row names the row, and is unique. */
  rows: readonly (readonly string[])[]
  classNames: { scroll?: string | undefined; table?: string | undefined }
}

/** A table of figures in a region that scrolls, also by keyboard. */
export function FigureTable({ label, heads, rows, classNames }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls needs the focus of the keyboard.
    <section className={classNames.scroll} aria-label={`Table: ${label}`} tabIndex={0}>
      <table className={classNames.table}>
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
