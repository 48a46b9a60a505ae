import { errorMessage } from '../../lib/api-error.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { useTurnOffTwoFactor } from './two-factor.api.ts'

interface TurnOffDialogProps {
  opened: boolean
  onClose: () => void
  email: string
}

export function TurnOffDialog({ opened, onClose, email }: TurnOffDialogProps) {
  const turnOff = useTurnOffTwoFactor()
  const close = () => {
    onClose()
    turnOff.reset()
  }
  return (
    <ReauthenticationDialog
      opened={opened}
      onClose={close}
      title="Turn off two-factor login"
      text="Your password alone will then be enough to log in, for you and for anyone who learns it."
      submitLabel="Turn off"
      busyLabel="Turning off.."
      email={email}
      action={turnOff}
      onDone={() => {
        notifySuccess('Two-factor login is off.')
        close()
      }}
      formatError={(error) => errorMessage(error, 'Two-factor login could not be turned off')}
    />
  )
}
