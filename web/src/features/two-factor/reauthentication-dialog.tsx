import { Stack } from '@mantine/core'
import type { DefaultError, MutateOptions } from '@tanstack/react-query'
import { FormModal } from '../../ui/form-modal.tsx'
import { CredentialFields } from './credential-fields.tsx'
import classes from './public/two-factor-panel.module.css'
import type { Credentials } from './two-factor.api.ts'
import { useReauthentication } from './use-reauthentication.ts'

/** The action that the identity check protects. */
interface Action<Data> {
  isPending: boolean
  error: DefaultError | null
  mutate: (
    credentials: Credentials,
    callbacks?: MutateOptions<Data, DefaultError, Credentials>,
  ) => void
}

interface ReauthenticationDialogProps<Data> {
  opened: boolean
  onClose: () => void
  title: string
  text: string
  submitLabel: string
  busyLabel: string
  email: string
  action: Action<Data>
  onDone?: () => void
  /** The text of a failure that belongs to no field. */
  formatError: (error: unknown) => string
}

/** Asks for password and code, then performs the action. */
export function ReauthenticationDialog<Data>(props: ReauthenticationDialogProps<Data>) {
  const { opened, onClose, action, onDone } = props
  const form = useReauthentication(true)
  // The input is not kept for the next time.
  const close = () => {
    form.reset()
    onClose()
  }
  const submit = form.onSubmit((credentials) => {
    action.mutate(credentials, {
      onSuccess: () => {
        form.reset()
        onDone?.()
      },
      onError: form.showRefusal,
    })
  })
  const { error } = action
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={props.title}
      onSubmit={submit}
      submitLabel={props.submitLabel}
      busy={action.isPending}
      busyLabel={props.busyLabel}
      error={error && Object.keys(form.errors).length === 0 && props.formatError(error)}
      size="27rem"
    >
      <Stack gap="md" pt="xs">
        <p className={classes.text}>{props.text}</p>
        <CredentialFields form={form} needsCode email={props.email} />
      </Stack>
    </FormModal>
  )
}
