import { Stack } from '@mantine/core'
import type { DefaultError, MutateOptions } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import { ProofFields } from './proof-fields.tsx'
import type { Proof } from './two-factor.api.ts'
import classes from './two-factor-panel.module.css'
import { useProof } from './use-proof.ts'

/** The action that the identity check protects. */
interface Action<Data> {
  isPending: boolean
  error: DefaultError | null
  mutate: (proof: Proof, callbacks?: MutateOptions<Data, DefaultError, Proof>) => void
}

interface ProofDialogProps<Data> {
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
export function ProofDialog<Data>(props: ProofDialogProps<Data>) {
  const { opened, onClose, action, onDone } = props
  const proof = useProof(true)
  const fields = useRef<HTMLDivElement>(null)
  // The input is not kept for the next time.
  const close = () => {
    proof.reset()
    onClose()
  }
  const focusFirstError = () =>
    requestAnimationFrame(() =>
      fields.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus(),
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!proof.validate()) return focusFirstError()
    action.mutate(proof.proof, {
      onSuccess: () => {
        proof.reset()
        onDone?.()
      },
      onError: (error) => {
        if (proof.showServerErrors(error)) focusFirstError()
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
      error={error && !proof.hasErrors && props.formatError(error)}
      size="27rem"
    >
      <Stack gap="md" pt="xs" ref={fields}>
        <p className={classes.text}>{props.text}</p>
        <ProofFields proof={proof} needsCode email={props.email} />
      </Stack>
    </FormModal>
  )
}
