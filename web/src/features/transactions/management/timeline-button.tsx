import { lazy, type ReactNode, Suspense, useState } from 'react'
import { notifyError } from '../../../ui/toast.ts'
import classes from './timeline-button.module.css'

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
      <button type="button" className={classes.button} onClick={open} aria-haspopup="dialog">
        {children}
      </button>
      {state !== 'unused' && (
        <Suspense>
          <MoneyTimeline id={id} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
