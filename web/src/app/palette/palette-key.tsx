import type { User } from '@raahi/contract/users'
import { Suspense, useEffect, useState } from 'react'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazyWithFallback(loadPalette)

/** Opens the command palette with Ctrl K or ⌘ K. Its script loads with the first press of Ctrl or ⌘. */
export function PaletteKey({ user, onLogout }: { user: User; onLogout: () => void }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      // Before K is pressed, so that what is typed next reaches the palette. A failure shows when it opens.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => undefined)
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isOurs || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // A dialog keeps what was typed in it.
      if (document.querySelector('[role="dialog"]') === null) setState('open')
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  if (state === 'unused') return null
  return (
    <Suspense>
      <CommandPalette
        user={user}
        opened={state === 'open'}
        onClose={() => setState('closed')}
        onLogout={onLogout}
      />
    </Suspense>
  )
}
