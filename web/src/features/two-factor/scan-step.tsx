import { Button, Stack } from '@mantine/core'
import type { TwoFactorSetup } from '@raahi/contract/two-factor'
import { IconCopy, IconDeviceMobile } from '@tabler/icons-react'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { SecondFactorField } from './public/second-factor-field.tsx'
import { validateCode } from './public/validate-code.ts'
import { QrCode } from './qr-code.tsx'
import classes from './set-up.module.css'
import { useConfirmTwoFactor } from './two-factor.api.ts'

interface ScanStepProps {
  setup: TwoFactorSetup
  onDone: (recoveryCodes: string[]) => void
  /** Called if the set-up has expired. It starts again. */
  onEnded: () => void
}

/** Shows the key for the app, and verifies a code from it. */
export function ScanStep({ setup, onDone, onEnded }: ScanStepProps) {
  const confirm = useConfirmTwoFactor()
  const form = useCheckedForm({
    initialValues: { code: '' },
    validate: ({ code }) => ({ code: validateCode('app', code) ?? undefined }),
  })
  const fail = (code: string) => {
    form.showErrors({ code })
    const input: HTMLInputElement | null = form.getInputNode('code')
    input?.select()
  }
  const submit = form.onSubmit(
    ({ code }) => {
      confirm.mutate(code, {
        onSuccess: onDone,
        onError: (reason) => {
          if (isRefusal(reason, 'WRONG_CODE'))
            return fail(errorMessage(reason, 'This code is not right.'))
          notifyError(errorMessage(reason, 'The code could not be checked.'))
          if (isRefusal(reason, 'TWO_FACTOR_SETUP_ENDED')) onEnded()
        },
      })
    },
    (errors) => fail(String(errors.code)),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Button
          component="a"
          href={setup.address}
          variant="default"
          fullWidth
          className={classes.here}
          leftSection={<IconDeviceMobile size={18} aria-hidden />}
        >
          Open the app on this phone
        </Button>
        <p className={classes.text}>
          Scan this QR code with an authenticator app, such as Google Authenticator, Microsoft
          Authenticator or Aegis.
        </p>
        <QrCode text={setup.address} label="QR code with the key for your authenticator app" />
        <AppKey setup={setup} />
        <SecondFactorField kind="app" {...form.getInputProps('code')} />
        <BusyButton type="submit" fullWidth size="md" busy={confirm.isPending}>
          {confirm.isPending ? 'Turning on..' : 'Turn on'}
        </BusyButton>
      </Stack>
    </form>
  )
}

/** The key as text, for typing. */
function AppKey({ setup }: { setup: TwoFactorSetup }) {
  const copy = async () => {
    if (await copyText(setup.key)) notifySuccess('Copied.')
    else notifyError('This browser does not allow copying. Please type the key.')
  }
  return (
    <div className={classes.key}>
      <p className={classes.text}>Or type this key into the app:</p>
      <code className={classes.letters}>{setup.key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <Button
        variant="default"
        size="sm"
        className={classes.copy}
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        Copy the key
      </Button>
    </div>
  )
}
