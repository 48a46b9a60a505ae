/**
 * The paths of a drawing, one per line: a colour and an outline, such as `roof M0 0h40v9Z`. The colour is a variable of the style
 * sheet. With a width, as in `rope/2`, the outline is drawn as a line of that width.
 */
export function paths(strings: TemplateStringsArray, ...values: readonly string[]) {
  const lines = String.raw({ raw: strings }, ...values).split('\n')
  return lines.map((line) => {
    const [, colour, width, outline] = /^ *([\w-]+)(?:\/(\d))? (M.*)$/.exec(line) ?? []
    const paint = `var(--${colour})`
    if (width) return <path key={line} fill="none" stroke={paint} strokeWidth={width} d={outline} />
    return outline && <path key={line} fill={paint} d={outline} />
  })
}
