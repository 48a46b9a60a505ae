/**
 * What was typed into a form of the public site, kept over a reload for as long as the tab is open. It may be
 * personal, so it stays in the tab and is dropped once the form is sent.
 */
export function readDraft(key: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}

/** Keeps the texts of a form by the names of its fields. A browser may refuse; the form then only forgets. */
export function keepDraft(key: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // Nothing to do.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing to do.
  }
}
