import { type ReactNode, useEffect, useState } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DiscardOptions = {
  /** Whether the form is there to be typed into. */
  opened: boolean
  /** Whether something typed would be lost. */
  unsaved: boolean
  /** While true it cannot be closed at all. */
  busy: boolean
  onClose: () => void
  /** What is not saved, as a sentence. */
  text: string
}

/**
 * Asks before a form that holds something unsaved is closed, and before the browser's Back, a link, or
 * closing the tab takes it away.
 * @returns `close` for the form's own ways out, and the question to draw beside the form.
 */
export function useDiscardQuestion({ opened, unsaved, busy, onClose, text }: DiscardOptions): {
  close: () => void
  question: ReactNode
} {
  const [asking, setAsking] = useState(false)
  const [held, setHeld] = useState<Blocker | null>(null)
  useEffect(() => {
    if (!unsaved) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsaved])

  const close = () => {
    // Escape reaches the form too while the question stands above it.
    if (asking || held || busy) return
    // Asked when this key press is over: the question would take the same Escape for its answer.
    if (unsaved) setTimeout(() => setAsking(true))
    else onClose()
  }
  const question = (
    <>
      {opened && <LeavingGuard unsaved={unsaved} onHeld={setHeld} />}
      <ConfirmDialog
        opened={asking || held !== null}
        onClose={() => {
          setAsking(false)
          held?.reset?.()
        }}
        onConfirm={() => {
          setAsking(false)
          onClose()
          held?.proceed?.()
        }}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        tone="danger"
      >
        {text}
      </ConfirmDialog>
    </>
  )
  return { close, question }
}

type LeavingGuardProps = {
  unsaved: boolean
  /** Told what is held, and null once nothing is. */
  onHeld: (held: Blocker | null) => void
}

/**
 * Holds what would leave the page while something is unsaved. It is there only with its form: the router knows one
 * blocker at a time, and a page may have several forms.
 */
function LeavingGuard({ unsaved, onHeld }: LeavingGuardProps) {
  const blocker = useBlocker(unsaved)
  useEffect(() => {
    onHeld(blocker.state === 'blocked' ? blocker : null)
  }, [blocker, onHeld])
  useEffect(() => () => onHeld(null), [onHeld])
  return null
}
