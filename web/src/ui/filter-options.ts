/** The options of a filter: `all` unsets it. */
export function filterOptions<Value extends string>(
  all: string,
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
) {
  return [{ value: '', label: all }, ...values.map((value) => ({ value, label: labels[value] }))]
}
