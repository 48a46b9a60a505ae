import { Button, type ButtonProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useAddressAction } from '../../lib/use-address-action.ts'
import { notifyError } from '../../ui/toast.ts'
import { useAgentRole } from '../account/public/use-agent-role.ts'

const loadDialog = () => import('./public/top-up-dialog.tsx')
const TopUpDialog = lazy(() => loadDialog().then((parts) => ({ default: parts.TopUpDialog })))

/** Loads the dialog's script when the pointer or the focus reaches the button. */
function loadDialogAhead() {
  // A failure is reported when the dialog is opened.
  loadDialog().catch(() => undefined)
}

/**
 * The button 'Add money': opens the top-up dialog, whose script loads on demand. Only the owner of an agency adds money.
 * @param props.action of the command palette that opens it too
 */
export function AddMoney({ action, ...props }: ButtonProps & { action?: string }) {
  const [state, setState] = useState({ wanted: false, opened: false })
  const open = async () => {
    try {
      await loadDialog()
      setState({ wanted: true, opened: true })
    } catch {
      // There is no connection, or a newer version has replaced the script.
      notifyError('The top-up could not be opened. Check your connection, or reload the page.')
    }
  }
  useAddressAction(action ?? '', () => void open())
  if (useAgentRole() !== 'owner') return null
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
