import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifyError } from '../../ui/toast.ts'
import classes from './login-form.module.css'
import { signIn } from './sign-in.ts'

type Field = 'emailOrPhone' | 'password'

interface LoginFormProps {
  emailOrPhone: string
  /** Opens the page for a forgotten password in another tab, because this page must stay. */
  staysOpen?: boolean
  /** Called if the account needs a second factor. May throw an ApiError. */
  onChallenge: (challenge: string, emailOrPhone: string) => Promise<void>
}

/** Email or phone, and password. The form only starts the session; the page decides where to go next. */
export function LoginForm({ emailOrPhone, staysOpen = false, onChallenge }: LoginFormProps) {
  const [values, setValues] = useState({ emailOrPhone, password: '' })
  const { busy, run } = useSingleRun()
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})

  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((previous) => ({ ...previous, [name]: value }))
      setErrors((previous) => ({ ...previous, [name]: undefined }))
    },
    // Loads the rest of the script while the user types.
    onFocus: preloadContract,
  })
  const send = async (form: HTMLFormElement) => {
    try {
      const found = await validateLogin(values)
      setErrors(found)
      const [first] = Object.keys(found)
      if (first !== undefined) {
        form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
        return
      }
      const challenge = await signIn(values)
      if (challenge) await onChallenge(challenge, values.emailOrPhone)
    } catch (error) {
      // Every failed login shows this text, unless the server sends another or could not be reached.
      notifyError(
        isRefusal(error, 'NETWORK')
          ? errorMessage(error, 'You are not logged in.')
          : errorMessage(error, 'Invalid email or password'),
      )
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void run(() => send(form))
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <TextInput
          {...field('emailOrPhone')}
          label="Email or phone"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...field('password')}
          label="Password"
          autoComplete="current-password"
          // A dialog gives it the focus, because the email is filled in already.
          data-autofocus={emailOrPhone !== '' || undefined}
        />
        <Link
          to="/forgot-password"
          state={{ email: values.emailOrPhone.includes('@') ? values.emailOrPhone : '' }}
          className={classes.forgot}
          target={staysOpen ? '_blank' : undefined}
        >
          Forgot password?
        </Link>
        <BusyButton type="submit" fullWidth size="md" busy={busy}>
          {busy ? 'Logging in..' : 'Login'}
        </BusyButton>
      </div>
    </form>
  )
}

function preloadContract(): void {
  // A failure shows when the form is submitted.
  loadAuthContract().catch(() => undefined)
}

async function validateLogin(values: Record<Field, string>): Promise<Record<string, string>> {
  return fieldErrorsOf((await loadAuthContract()).loginBody, values)
}
