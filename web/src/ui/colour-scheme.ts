import { localStorageColorSchemeManager } from '@mantine/core'
import { COLOUR_SCHEME_KEY } from './colour-scheme-script.ts'

export const colourSchemeManager = localStorageColorSchemeManager({ key: COLOUR_SCHEME_KEY })
