import { Alert, Button, Stack } from '@mantine/core'
import type { TwoFactorSetup, TwoFactorState } from '@raahi/contract/two-factor'
import { useEffect, useRef } from 'react'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError } from '../../ui/toast.ts'
import { CredentialFields } from './credential-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import classes from './set-up.module.css'
import { useStartTwoFactor } from './two-factor.api.ts'
import { useReauthentication } from './use-reauthentication.ts'

export type SetUpStep =
  | { name: 'password' }
  | { name: 'scan'; setup: TwoFactorSetup }
  | { name: 'codes'; recoveryCodes: string[] }

interface SetUpTwoFactorProps {
  state: TwoFactorState
  email: string
  step: SetUpStep
  onStep: (step: SetUpStep) => void
  onDone: () => void
}

const titles = {
  password: '1 of 3: Your password',
  scan: '2 of 3: Your authenticator app',
  codes: '3 of 3: Your recovery codes',
}

/** Sets up an authenticator app, the first one or its replacement: password, app, recovery codes. */
export function SetUpTwoFactor({ state, email, step, onStep, onDone }: SetUpTwoFactorProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step.name)
  // Moves the focus to the new step, so that screen readers continue there.
  useEffect(() => {
    if (shown.current !== step.name) title.current?.focus()
    shown.current = step.name
  }, [step.name])
  if (!state.available) {
    return (
      <Alert color="brick">
        Two-factor login is not available: its key has not been set on the server.
      </Alert>
    )
  }
  return (
    <Stack gap="md">
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        {titles[step.name]}
      </h2>
      {step.name === 'password' && (
        <ReauthenticationStep
          needsCode={state.since !== null}
          email={email}
          onDone={(setup) => onStep({ name: 'scan', setup })}
        />
      )}
      {step.name === 'scan' && (
        <ScanStep
          setup={step.setup}
          onDone={(recoveryCodes) => onStep({ name: 'codes', recoveryCodes })}
          onEnded={() => onStep({ name: 'password' })}
        />
      )}
      {step.name === 'codes' && (
        <>
          <RecoveryCodes codes={step.recoveryCodes} email={email} />
          <Button fullWidth size="md" onClick={onDone}>
            I have saved them
          </Button>
        </>
      )}
    </Stack>
  )
}

interface ReauthenticationStepProps {
  needsCode: boolean
  email: string
  onDone: (setup: TwoFactorSetup) => void
}

function ReauthenticationStep({ needsCode, email, onDone }: ReauthenticationStepProps) {
  const start = useStartTwoFactor()
  const form = useReauthentication(needsCode)
  const submit = form.onSubmit(({ currentPassword, code }) => {
    start.mutate(needsCode ? { currentPassword, code } : { currentPassword }, {
      onSuccess: onDone,
      onError: (error) => {
        form.showRefusal(error)
        const belongsToField =
          error instanceof ApiError && Object.keys(error.fieldErrors).length > 0
        if (!belongsToField) notifyError(errorMessage(error, 'The set-up could not be started.'))
      },
    })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CredentialFields form={form} needsCode={needsCode} email={email} />
        <BusyButton type="submit" fullWidth size="md" busy={start.isPending}>
          {start.isPending ? 'Checking..' : 'Continue'}
        </BusyButton>
      </Stack>
    </form>
  )
}
