import { type ReactNode, useEffect, useState } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DiscardOptions = {
  /** Whether the form is open. */
  opened: boolean
  /** Whether the form has unsaved input. */
  unsaved: boolean
  /** While true the form cannot be closed. */
  busy: boolean
  onClose: () => void
  /** A sentence that names what is unsaved. */
  text: string
}

/**
 * Asks for confirmation before a form with unsaved input is closed, and before Back, a link or closing the tab
 * discards the input.
 * @returns `close` for the form's close buttons, and the question to render beside the form
 */
export function useDiscardQuestion({ opened, unsaved, busy, onClose, text }: DiscardOptions): {
  close: () => void
  question: ReactNode
} {
  const [isAsking, setAsking] = useState(false)
  const [blocked, setBlocked] = useState<Blocker | null>(null)
  useEffect(() => {
    if (!unsaved) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [unsaved])

  const close = () => {
    // The form also receives Escape while the question is open above it.
    if (isAsking || blocked || busy) return
    // The question opens after this key press: otherwise the same Escape would close it.
    if (unsaved) setTimeout(() => setAsking(true))
    else onClose()
  }
  const question = (
    <>
      {opened && <NavigationGuard unsaved={unsaved} onBlockedChange={setBlocked} />}
      <ConfirmDialog
        opened={isAsking || blocked !== null}
        onClose={() => {
          setAsking(false)
          blocked?.reset?.()
        }}
        onConfirm={() => {
          setAsking(false)
          onClose()
          blocked?.proceed?.()
        }}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        tone="danger"
        blocksNavigation={blocked !== null}
      >
        {text}
      </ConfirmDialog>
    </>
  )
  return { close, question }
}

type NavigationGuardProps = {
  unsaved: boolean
  /** Receives the blocked navigation, and null once there is none. */
  onBlockedChange: (blocked: Blocker | null) => void
}

/**
 * Blocks navigation while there is unsaved input. It is mounted only with its form: the router supports one blocker
 * at a time, and a page may have several forms.
 */
function NavigationGuard({ unsaved, onBlockedChange }: NavigationGuardProps) {
  const blocker = useBlocker(
    // Back from a dialog stays on this entry of the router.
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.key !== nextLocation.key,
  )
  useEffect(() => {
    onBlockedChange(blocker.state === 'blocked' ? blocker : null)
  }, [blocker, onBlockedChange])
  useEffect(() => () => onBlockedChange(null), [onBlockedChange])
  return null
}
