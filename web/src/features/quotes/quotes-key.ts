/** Key of all queries about quotes. In a separate file, because every screen loads it. */
export const quotesKey = ['quotes'] as const
