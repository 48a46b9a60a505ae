import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DiscardOptions = {
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
export function useDiscardQuestion({ unsaved, busy, onClose, text }: DiscardOptions): {
  close: () => void
  question: ReactNode
} {
  const [asking, setAsking] = useState(false)
  const blocker = useBlocker(unsaved)
  const blocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!unsaved) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsaved])

  const close = () => {
    // Escape reaches the form too while the question stands above it.
    if (asking || blocked || busy) return
    // Asked when this key press is over: the question would take the same Escape for its answer.
    if (unsaved) setTimeout(() => setAsking(true))
    else onClose()
  }
  const question = (
    <ConfirmDialog
      opened={asking || blocked}
      onClose={() => {
        setAsking(false)
        blocker.reset?.()
      }}
      onConfirm={() => {
        setAsking(false)
        onClose()
        blocker.proceed?.()
      }}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      tone="danger"
    >
      {text}
    </ConfirmDialog>
  )
  return { close, question }
}
