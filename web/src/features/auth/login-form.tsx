import { TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifyError } from '../../ui/toast.ts'
import classes from './login-form.module.css'
import { signIn } from './sign-in.ts'

interface LoginFormProps {
  emailOrPhone: string
  /** Opens the page for a forgotten password in another tab, because this page must stay. */
  staysOpen?: boolean
  /** Called if the account needs a second factor. May throw an ApiError. */
  onChallenge: (challenge: string, emailOrPhone: string) => Promise<void>
}

/** Email or phone, and password. The form only starts the session; the page decides where to go next. */
export function LoginForm({ emailOrPhone, staysOpen = false, onChallenge }: LoginFormProps) {
  const { busy, run } = useSingleRun()
  // The contract that checks the values is loaded on demand, so they are checked after the press of the button.
  const form = useCheckedForm({
    initialValues: { emailOrPhone, password: '' },
    validate: () => ({}),
  })
  const send = async (values: typeof form.values) => {
    try {
      const errors = fieldErrorsOf((await loadAuthContract()).loginBody, values)
      if (Object.keys(errors).length > 0) return form.showErrors(errors)
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
  const typed = form.values.emailOrPhone
  const field = (name: 'emailOrPhone' | 'password') => ({
    ...form.getInputProps(name),
    name,
    // Loads the rest of the script while the user types.
    onFocus: preloadContract,
  })
  return (
    <form onSubmit={form.onSubmit((values) => void run(() => send(values)))} noValidate>
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
          state={{ email: typed.includes('@') ? typed : '' }}
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
