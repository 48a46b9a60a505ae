/** Texts that the browser's storage refused (private mode, quota). They exist only in this tab. */
const inThisTab = new Map<string, string>()

/** Returns the result of `use`; undefined if the browser refuses access. */
function tryStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}

/** The text that is stored under a key in this browser; null if there is none. */
export function readLocalText(key: string): string | null {
  return inThisTab.get(key) ?? tryStorage((storage) => storage.getItem(key)) ?? null
}

/** Stores a text under a key in this browser. */
export function storeLocalText(key: string, text: string): void {
  inThisTab.set(key, text)
  tryStorage((storage) => {
    storage.setItem(key, text)
    inThisTab.delete(key)
  })
}

/** Removes the text that is stored under a key. */
export function removeLocalText(key: string): void {
  inThisTab.delete(key)
  tryStorage((storage) => storage.removeItem(key))
}

/** The key of a text that belongs to a user. It is removed when the user's session ends. */
export const userTextKey = (name: string, userId: string) => `raahi-${name}-${userId}`

/** The keys of the texts of a user whose names start with the prefix. */
export function keysOfUser(namePrefix: string, userId: string): string[] {
  const stored = tryStorage((storage) => Object.keys(storage)) ?? []
  return [...inThisTab.keys(), ...stored].filter(
    (key) => key.startsWith(`raahi-${namePrefix}`) && key.endsWith(`-${userId}`),
  )
}

/** Removes all texts that belong to a user, including those that exist only in this tab. */
export function removeTextsOfUser(userId: string): void {
  for (const key of keysOfUser('', userId)) removeLocalText(key)
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith('raahi-'))
    for (const key of keys) if (key.endsWith(`-${userId}`)) sessionStorage.removeItem(key)
  } catch {
    // The browser refuses access, so nothing was stored.
  }
}
