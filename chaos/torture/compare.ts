import type pg from 'pg'

/** Rows of the database by their id, each as one text. */
export type Recorded = Map<string, string>

/** What was told and what is on record, of one kind of thing, as sentences about each difference. */
export function compare(
  kind: string,
  told: readonly (readonly [id: string, text: string])[],
  recorded: Recorded,
): string[] {
  const off: string[] = []
  const known = new Set<string>()
  for (const [id, text] of told) {
    if (known.has(id)) off.push(`${kind} ${id} was acknowledged twice`)
    known.add(id)
    const row = recorded.get(id)
    if (row === undefined) off.push(`${kind} ${id} was acknowledged and is lost: ${text}`)
    else if (row !== text) off.push(`${kind} ${id} was acknowledged as ${text} and reads ${row}`)
  }
  for (const [id, row] of recorded) {
    if (!known.has(id)) off.push(`${kind} ${id} is on record and nobody was told: ${row}`)
  }
  return off
}

/**
 * Reads rows as texts. The first column is the id; the others, joined by blanks, are the text, null as `-`.
 * @param query each id at most once
 */
export async function read(client: pg.Client, query: string): Promise<Recorded> {
  const { rows } = await client.query<(string | number | boolean | null)[]>({
    text: query,
    rowMode: 'array',
  })
  return new Map(rows.map(([id, ...rest]) => [String(id), textOf(...rest)]))
}

/** As `read` writes it. */
export const textOf = (...values: readonly (string | number | boolean | null | undefined)[]) =>
  values.map((value) => value ?? '-').join(' ')

/** Each row that the query finds is a fault. */
export async function faultsFound(
  client: pg.Client,
  what: string,
  query: string,
): Promise<string[]> {
  const found = await read(client, query)
  return [...found].map(([id, text]) => `${what}: ${id} ${text}`)
}
