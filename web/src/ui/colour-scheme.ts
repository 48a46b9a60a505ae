import { localStorageColorSchemeManager } from '@mantine/core'
import { colourSchemeKey } from './colour-scheme-script.ts'

export const colourSchemeManager = localStorageColorSchemeManager({ key: colourSchemeKey })
