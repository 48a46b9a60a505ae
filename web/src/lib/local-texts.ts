/** Texts that the browser's storage refused (private mode, quota). They exist only in this tab. */
const inThisTab = new Map<string, string>()

/** The text that is stored under a key in this browser; null if there is none. */
export function readLocalText(key: string): string | null {
  try {
    return inThisTab.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under a key in this browser. */
export function storeLocalText(key: string, text: string): void {
  inThisTab.set(key, text)
  try {
    localStorage.setItem(key, text)
    inThisTab.delete(key)
  } catch {
    // It stays in this tab.
  }
}

/** The key of a text that belongs to a user. It is removed when the user's session ends. */
export const userTextKey = (name: string, userId: string) => `raahi-${name}-${userId}`

/** Removes all texts that belong to a user. */
export function removeTextsOfUser(userId: string): void {
  const isOfUser = (key: string) => key.endsWith(`-${userId}`)
  for (const key of [...inThisTab.keys()].filter(isOfUser)) inThisTab.delete(key)
  try {
    for (const key of Object.keys(localStorage).filter(isOfUser)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
