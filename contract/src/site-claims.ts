/** The claims of the home page, from the specification. A true figure is shown beside its claim once it is higher. */
export const siteClaims = { customers: 1000, destinations: 100 } as const
