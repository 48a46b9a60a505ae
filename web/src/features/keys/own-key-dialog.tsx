import { agentScopes } from '@raahi/contract/key-scopes'
import { useCreateKey } from './public/keys.api.ts'
import { NewKeyDialog } from './public/new-key-dialog.tsx'

/** Makes a key of the agent. */
export default function OwnKeyDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}) {
  return (
    <NewKeyDialog
      create={useCreateKey()}
      opened={opened}
      onClose={onClose}
      scope={
        <p>
          Scope <code>{agentScopes.join(', ')}</code>: the key reads your purchases with the
          contacts of their travellers, and nothing else.
        </p>
      }
      nameHint="Where the key is stored, such as ‘CRM server’."
    >
      Store this key in the program that reads your purchases. Anyone who has it can read them too.
    </NewKeyDialog>
  )
}
