import { Stack } from '@mantine/core'
import type { DefaultError, MutateOptions } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
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
  const reauthentication = useReauthentication(true)
  const fields = useRef<HTMLDivElement>(null)
  // The input is not kept for the next time.
  const close = () => {
    reauthentication.reset()
    onClose()
  }
  const focusFirstError = () =>
    requestAnimationFrame(() =>
      fields.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus(),
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!reauthentication.validate()) return focusFirstError()
    action.mutate(reauthentication.credentials, {
      onSuccess: () => {
        reauthentication.reset()
        onDone?.()
      },
      onError: (error) => {
        if (reauthentication.showServerErrors(error)) focusFirstError()
      },
    })
  }
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
      error={error && !reauthentication.hasErrors && props.formatError(error)}
      size="27rem"
    >
      <Stack gap="md" pt="xs" ref={fields}>
        <p className={classes.text}>{props.text}</p>
        <CredentialFields reauthentication={reauthentication} needsCode email={props.email} />
      </Stack>
    </FormModal>
  )
}
