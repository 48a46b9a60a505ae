/** Noted in the browser, by user, so that the marketplace reserves the line of the saved searches or does without it. */
export const someSearches = 'some'
export const noSearches = 'none'
