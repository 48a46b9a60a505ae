import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { notifyError } from '../../ui/toast.ts'
import { useLogin } from './auth.api.ts'
import { PasswordField } from './password-field.tsx'

type Field = 'emailOrPhone' | 'password'

/** Email or phone, and password. Signing in is all it does: where to go is the page's business. */
export function LoginForm({ emailOrPhone }: { emailOrPhone: string }) {
  const login = useLogin()
  const [values, setValues] = useState({ emailOrPhone, password: '' })
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})

  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((known) => ({ ...known, [name]: value }))
      setErrors((known) => ({ ...known, [name]: undefined }))
    },
    // The rest of the script comes while somebody types.
    onFocus: loadAhead,
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (login.isPending) return
    const wrong = await wrongFields(values)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    // A wrong password, a lost connection and too many tries each say what they are.
    login.mutate(values, { onError: (error) => notifyError(messageOf(error)) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          {...field('emailOrPhone')}
          label="Email or phone"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
        <Button type="submit" fullWidth size="md" disabled={login.isPending} mt="xs">
          {login.isPending ? 'Logging in..' : 'Login'}
        </Button>
      </Stack>
    </form>
  )
}

function loadAhead(): void {
  // A failure here shows when the form is sent.
  loadAuthContract().catch(() => undefined)
}

async function wrongFields(values: Record<Field, string>): Promise<Partial<Record<Field, string>>> {
  try {
    return fieldErrorsOf((await loadAuthContract()).loginBody, values)
  } catch {
    // The script could not be fetched, so neither could an answer be: sending says so.
    return {}
  }
}
