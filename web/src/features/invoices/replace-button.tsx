import { Button } from '@mantine/core'
import type { Invoice } from '@raahi/contract/invoices'
import { IconFileX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { notifyError } from '../../ui/toast.ts'

const loadDialog = () => import('./replace-invoice-dialog.tsx')
const ReplaceInvoiceDialog = lazy(loadDialog)

/** Opens the dialog that replaces an invoice. Its script loads with the first click. */
export function ReplaceButton({ invoice }: { invoice: Invoice }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const open = async () => {
    try {
      await loadDialog()
      setState('open')
    } catch {
      notifyError('The form could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileX size={18} aria-hidden />}
        onClick={open}
        aria-haspopup="dialog"
      >
        Replace
      </Button>
      {state !== 'unused' && (
        <Suspense>
          <ReplaceInvoiceDialog
            invoice={invoice}
            opened={state === 'open'}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
