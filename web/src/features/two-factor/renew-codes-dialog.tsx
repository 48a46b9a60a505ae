import { errorMessage } from '../../lib/api-error.ts'
import { ViewModal } from '../../ui/view-modal.tsx'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useRenewRecoveryCodes } from './two-factor.api.ts'

interface RenewCodesDialogProps {
  opened: boolean
  onClose: () => void
  email: string
}

/** Creates new recovery codes and shows them. */
export function RenewCodesDialog({ opened, onClose, email }: RenewCodesDialogProps) {
  const renew = useRenewRecoveryCodes()
  const codes = renew.data
  const close = () => {
    onClose()
    renew.reset()
  }
  return (
    <>
      <ReauthenticationDialog
        opened={opened && !codes}
        onClose={close}
        title="New recovery codes"
        text="Your current codes will stop working."
        submitLabel="Create new codes"
        busyLabel="Making.."
        email={email}
        action={renew}
        formatError={(error) => errorMessage(error, 'The codes could not be created')}
      />
      <ViewModal
        opened={opened && codes !== undefined}
        onClose={close}
        title="Your new recovery codes"
        closeLabel="I have saved them"
        closesByButtonOnly
        size="32rem"
      >
        {codes && <RecoveryCodes codes={codes} email={email} />}
      </ViewModal>
    </>
  )
}
