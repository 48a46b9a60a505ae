import { MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { syncWithOtherTabs } from '../lib/session.ts'
import { colourSchemeManager } from '../ui/colour-scheme.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { ToastRegion } from '../ui/toast-region.tsx'

/**
 * Provides theme and toasts to the screens of agents and admins, synchronises the session with the other tabs, and
 * reports pasted text that does not fit into its field.
 */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => syncWithOtherTabs(), [])
  useEffect(() => {
    import('../ui/report-truncated-pastes.ts').then(
      ({ reportTruncatedPastes }) => reportTruncatedPastes(),
      () => {}, // Offline. Pasting works without it.
    )
  }, [])
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
