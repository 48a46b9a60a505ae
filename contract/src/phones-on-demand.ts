// What '@raahi/contract/phones' is in a browser: the same functions, which load phones.ts when a phone is typed (phone fields call
// `loadPhones` when they take the focus). Until it is loaded, every text passes, and the server answers with the error.

type Phones = Pick<typeof import('./phones.ts'), 'normalisePhone' | 'phoneError'>

let loaded: Phones | undefined

export async function loadPhones(): Promise<void> {
  try {
    loaded ??= await import('./phones.ts')
  } catch {
    // Without a connection. The next focus tries again.
  }
}

export function normalisePhone(text: string): string | null {
  return loaded ? loaded.normalisePhone(text) : null
}

export function phoneError(text: string): string | undefined {
  return loaded?.phoneError(text)
}
