/**
 * Reads the saved input of a form of the public site. It survives a reload while the tab is open. It may contain
 * personal data, so it stays in the tab and is deleted once the form is submitted.
 */
export function readDraft(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}

/** Saves the input of a form by field name. If the browser refuses, the input is lost on a reload. */
export function saveDraft(key: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // The draft is optional.
  }
}

export function deleteDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // The draft is optional.
  }
}
