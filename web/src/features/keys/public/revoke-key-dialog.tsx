import type { ApiKey } from '@raahi/contract/keys'
import type { ReactNode } from 'react'
import { MutationDialog } from '../../../ui/mutation-dialog.tsx'
import { useRevokeKey } from './keys.api.ts'

interface RevokeKeyDialogProps {
  /** Null: closed, unless it is closing. */
  apiKey: ApiKey | null
  opened: boolean
  onClose: () => void
  onDone?: () => void
  /** What ends with the key. */
  children: ReactNode
}

/** Asks whether a key shall be revoked. */
export function RevokeKeyDialog({ apiKey, children, ...dialog }: RevokeKeyDialogProps) {
  return (
    <MutationDialog
      {...dialog}
      mutation={useRevokeKey()}
      input={apiKey?._id}
      title="Revoke this key?"
      confirmLabel="Revoke"
      busyLabel="Revoking.."
      doneText="Key revoked."
      failedText="The key could not be revoked."
    >
      {children}
    </MutationDialog>
  )
}
