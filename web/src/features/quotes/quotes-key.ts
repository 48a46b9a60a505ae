/** Key of all that is read of quotes. Alone in its file, for what is loaded with every screen. */
export const quotesKey = ['quotes'] as const
