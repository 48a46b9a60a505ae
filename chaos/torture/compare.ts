import type pg from 'pg'

/** Rows of the database by id. Each row is one string. */
export type Recorded = Map<string, string>

/**
 * Compares acknowledged and stored records of one kind.
 * @returns one message per difference
 */
export function compare(
  kind: string,
  acknowledged: readonly (readonly [id: string, text: string])[],
  recorded: Recorded,
): string[] {
  const differences: string[] = []
  const known = new Set<string>()
  for (const [id, text] of acknowledged) {
    if (known.has(id)) differences.push(`${kind} ${id} was acknowledged twice`)
    known.add(id)
    const row = recorded.get(id)
    if (row === undefined)
      differences.push(`${kind} ${id} was acknowledged and is missing: ${text}`)
    else if (row !== text)
      differences.push(`${kind} ${id} was acknowledged as ${text} and is stored as ${row}`)
  }
  for (const [id, row] of recorded) {
    if (!known.has(id)) differences.push(`${kind} ${id} was stored but never acknowledged: ${row}`)
  }
  return differences
}

/**
 * Reads rows as strings: the first column is the id, the others are joined by spaces, null is `-`.
 * @param query returns each id at most once
 */
export async function read(client: pg.Client, query: string): Promise<Recorded> {
  const { rows } = await client.query<(string | number | boolean | null)[]>({
    text: query,
    rowMode: 'array',
  })
  return new Map(rows.map(([id, ...rest]) => [String(id), textOf(...rest)]))
}

/** Formats values as `read` does. */
export const textOf = (...values: readonly (string | number | boolean | null | undefined)[]) =>
  values.map((value) => value ?? '-').join(' ')

/** Each row that the query returns is a violation. */
export async function listViolations(
  client: pg.Client,
  what: string,
  query: string,
): Promise<string[]> {
  const found = await read(client, query)
  return [...found].map(([id, text]) => `${what}: ${id} ${text}`)
}
