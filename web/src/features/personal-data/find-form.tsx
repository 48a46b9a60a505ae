import { Alert, TextInput } from '@mantine/core'
import { travellerContact } from '@raahi/contract/personal-data'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { DefaultError } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
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

const trim = ({ phone, email }: Traveller) => ({ phone: phone.trim(), email: email.trim() })

/** Searches by phone, email or both, and finds records with either. */
export function FindForm({ busy, error, onFind }: FindFormProps) {
  const form = useCheckedForm({
    initialValues: { phone: '', email: '' },
    validate: (values) => fieldErrorsOf(travellerContact, trim(values)),
  })
  useEffect(() => form.showRefusal(error), [error])
  const submit = form.onSubmit((values) => {
    if (!busy) onFind(trim(values))
  })
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
