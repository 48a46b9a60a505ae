// What '@raahi/contract/phones' is in a browser: the same functions, which load phones.ts when a phone is typed (phone fields call
// `loadPhones` when they take the focus). Until it is loaded, every text passes, and the server answers with the error.

type Phones = Pick<typeof import('./phones.ts'), 'normalisePhone' | 'phoneError'>

let loaded: Phones | undefined

/** Never rejects: without a connection, the next focus tries again. */
export const loadPhones = (): Promise<void> =>
  import('./phones.ts').then(
    (phones) => {
      loaded = phones
    },
    () => {},
  )

export const normalisePhone: Phones['normalisePhone'] = (text) =>
  loaded?.normalisePhone(text) ?? null

export const phoneError: Phones['phoneError'] = (text) => loaded?.phoneError(text)
