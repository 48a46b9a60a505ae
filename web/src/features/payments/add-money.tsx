import { Button, type ButtonProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { notifyError } from '../../ui/toast.ts'

const loadDialog = () => import('./top-up-dialog.tsx')
const TopUpDialog = lazy(() => loadDialog().then((parts) => ({ default: parts.TopUpDialog })))

/** Whoever points at the button gets the dialog without waiting for its script. */
function loadDialogAhead() {
  // A failure shows when the dialog is really wanted.
  loadDialog().catch(() => undefined)
}

/** 'Add money': opens the top-up of one's own wallet, whose script is loaded when it is wanted. */
export function AddMoney(props: ButtonProps) {
  const [state, setState] = useState({ wanted: false, opened: false })
  const open = async () => {
    try {
      await loadDialog()
      setState({ wanted: true, opened: true })
    } catch {
      // No connection, or a newer version has taken the script's place.
      notifyError('The top-up could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <>
      <Button {...props} onClick={open} onPointerEnter={loadDialogAhead} onFocus={loadDialogAhead}>
        Add money
      </Button>
      {state.wanted && (
        <Suspense>
          <TopUpDialog
            opened={state.opened}
            onClose={() => setState({ wanted: true, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}
