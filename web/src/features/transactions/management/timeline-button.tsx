import { Anchor } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { notifyError } from '../../../ui/toast.ts'

const loadTimeline = () => import('./money-timeline.tsx')
const MoneyTimeline = lazy(loadTimeline)

/** Opens the timeline of a transaction or an order. Its script loads with the first click. */
export function TimelineButton({ id, children }: { id: string; children: ReactNode }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const open = async () => {
    try {
      await loadTimeline()
      setState('open')
    } catch {
      notifyError('The timeline could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <>
      <Anchor
        component="button"
        type="button"
        underline="always"
        inherit
        fw={600}
        onClick={open}
        aria-haspopup="dialog"
      >
        {children}
      </Anchor>
      {state !== 'unused' && (
        <Suspense>
          <MoneyTimeline id={id} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
