import { localStorageColorSchemeManager } from '@mantine/core'

/** Where the choice of light, dark or system is kept in the browser. */
export const COLOUR_SCHEME_KEY = 'raahi-colour-scheme'

export const colourSchemeManager = localStorageColorSchemeManager({ key: COLOUR_SCHEME_KEY })
