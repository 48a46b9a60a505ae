import { MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { syncWithOtherTabs } from '../lib/session.ts'
import { colourSchemeManager } from '../ui/colour-scheme.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { ToastRegion } from '../ui/toast-region.tsx'

/** Provides theme and toasts to every page, and synchronises the session with the other tabs. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => syncWithOtherTabs(), [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colourSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
      <ToastRegion />
    </MantineProvider>
  )
}
