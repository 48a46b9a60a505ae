import { Alert, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { travellerContact } from '@raahi/contract/personal-data'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { DefaultError } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import { ApiError, errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import type { Traveller } from './personal-data.api.ts'
import classes from './personal-data.module.css'

interface FindFormProps {
  busy: boolean
  /** The error of the last search. */
  error: DefaultError | null
  onFind: (traveller: Traveller) => void
}

/** Searches by phone, email or both, and finds records with either. */
export function FindForm({ busy, error, onFind }: FindFormProps) {
  const form = useForm<Traveller>({
    mode: 'controlled',
    initialValues: { phone: '', email: '' },
  })
  const showErrors = (errors: Record<string, string>) => {
    form.setErrors(errors)
    const first = ['phone', 'email'].find((name) => errors[name])
    if (first) form.getInputNode(first)?.focus()
  }
  useEffect(() => {
    if (error instanceof ApiError) showErrors(error.fieldErrors)
  }, [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { phone, email } = form.getValues()
    const traveller = { phone: phone.trim(), email: email.trim() }
    const errors = fieldErrorsOf(travellerContact, traveller)
    showErrors(errors)
    if (Object.keys(errors).length === 0 && !busy) onFind(traveller)
  }
  return (
    <form className={classes.find} onSubmit={submit} noValidate aria-label="Find a traveller">
      <div className={classes.fields}>
        <PhoneField autoComplete="off" {...form.getInputProps('phone')} />
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      </div>
      {error && (
        <Alert color="brick" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {errorWithReason(error, 'The records could not be loaded.')}
        </Alert>
      )}
      <BusyButton
        type="submit"
        busy={busy}
        className={classes.submit}
        leftSection={<IconSearch size={18} aria-hidden />}
      >
        {busy ? 'Looking..' : 'Find'}
      </BusyButton>
    </form>
  )
}
