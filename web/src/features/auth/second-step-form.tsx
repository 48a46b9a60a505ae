import { Button, Stack } from '@mantine/core'
import { verifyTwoFactor } from '@raahi/contract/two-factor'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../lib/api.ts'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { withCookieLock } from '../../lib/renew-session.ts'
import { startSession } from '../../lib/session.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError } from '../../ui/toast.ts'
import { SecondFactorField } from '../two-factor/public/second-factor-field.tsx'
import { validateCode } from '../two-factor/public/validate-code.ts'

const wrongCodeText = 'This code is not right.'

export interface SecondStepProps {
  /** The server's response to the password. */
  challenge: string
  /** Called after the time limit or too many attempts: the login starts again with the password. */
  onEnded: () => void
}

/** The code after the password: from the app, or a recovery code. */
export function SecondStepForm({ challenge, onEnded }: SecondStepProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const { busy, run } = useSingleRun()
  const form = useCheckedForm({
    initialValues: { app: '', recovery: '' },
    validate: (codes) => ({ [kind]: validateCode(kind, codes[kind]) ?? undefined }),
  })
  // Runs again after the kind of code changes.
  useEffect(() => form.getInputNode(kind)?.focus(), [kind])

  const fail = (text: string) => {
    form.showErrors({ [kind]: text })
    const input: HTMLInputElement | null = form.getInputNode(kind)
    input?.select()
  }
  const send = async (code: string) => {
    try {
      await withCookieLock(async () =>
        startSession(await call(verifyTwoFactor, { body: { challenge, code } })),
      )
    } catch (reason) {
      if (isRefusal(reason, 'WRONG_CODE')) return fail(errorMessage(reason, wrongCodeText))
      // Recovery codes still work while codes of the app are limited.
      if (kind === 'app' && isRefusal(reason, 'TOO_MANY_REQUESTS')) {
        return fail('Too many attempts. Please wait a while, or use a recovery code.')
      }
      notifyError(errorMessage(reason, 'The code could not be checked.'))
      if (!isRefusal(reason, 'LOGIN_ENDED')) return
      flushSync(onEnded)
      // The login continues with the password. The email or phone is filled in already.
      document.querySelector<HTMLInputElement>('input[name=password]')?.focus()
    }
  }
  const submit = form.onSubmit(
    (codes) => void run(() => send(codes[kind])),
    (errors) => fail(String(errors[kind])),
  )
  const other = kind === 'app' ? 'recovery' : 'app'
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SecondFactorField kind={kind} {...form.getInputProps(kind)} />
        <BusyButton type="submit" fullWidth size="md" busy={busy}>
          {busy ? 'Logging in..' : 'Login'}
        </BusyButton>
        <Button
          variant="subtle"
          color="ink"
          onClick={() => {
            setKind(other)
            form.clearErrors()
          }}
        >
          {other === 'recovery' ? 'Use a recovery code' : 'Use a code from the app'}
        </Button>
      </Stack>
    </form>
  )
}
