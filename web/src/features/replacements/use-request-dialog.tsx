import type { Purchase } from '@raahi/contract/purchases'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { notifyError } from '../../ui/toast.ts'

/** Loaded in the background, so that the list does not wait for the form. */
const loadForm = () => import('./request-replacement-dialog.tsx')
const RequestReplacementDialog = lazy(loadForm)

/**
 * The dialog in which an agent requests a replacement.
 * @param onDone called before the purchases are refetched
 * @returns `open` for a card's button, and the dialog to render beside the list
 */
export function useRequestDialog(onDone: () => void): {
  open: (purchase: Purchase) => Promise<void>
  dialog: ReactNode
} {
  const { open: show, ...asking } = useDialogTarget<Purchase>()
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    // A failure is reported when the form is opened.
    loadForm().then(
      () => setLoaded(true),
      () => undefined,
    )
  }, [])
  const open = useCallback(
    async (purchase: Purchase) => {
      try {
        await loadForm()
        setLoaded(true)
        show(purchase)
      } catch {
        notifyError('The form could not be opened. Check your connection, or reload the page.')
      }
    },
    [show],
  )
  const dialog = loaded && (
    <Suspense>
      <RequestReplacementDialog
        purchase={asking.target}
        opened={asking.opened}
        onClose={asking.close}
        onDone={onDone}
      />
    </Suspense>
  )
  return { open, dialog }
}
