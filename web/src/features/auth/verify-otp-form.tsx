import { Stack } from '@mantine/core'
import { reSendOtp, verifyUserOtp } from '@raahi/contract/password-reset'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { OtpBoxes, type OtpBoxesHandle } from './otp-boxes.tsx'
import { emptyDigits, parseCode } from './otp-digits.ts'
import { type ResetRequest, saveResetRequest } from './reset-request.ts'
import { useResendCountdown } from './use-resend-countdown.ts'
import classes from './verify-otp-form.module.css'

interface VerifyOtpFormProps {
  request: ResetRequest
  onDone: () => void
}

/** The code from the mail, and a button that requests another one. */
export function VerifyOtpForm({ request: first, onDone }: VerifyOtpFormProps) {
  const [request, setRequest] = useState(first)
  const form = useCheckedForm({
    initialValues: { digits: emptyDigits },
    validate: ({ digits }) => ({
      digits: parseCode(digits) === null ? 'Please enter all 5 digits of the OTP.' : undefined,
    }),
  })
  const verifying = useSingleRun()
  const resending = useSingleRun()
  const boxes = useRef<OtpBoxesHandle>(null)
  const { email } = request
  useEffect(() => boxes.current?.focus(), [])

  const focusEmpty = () => boxes.current?.focus('empty')
  const fail = (text: string) => {
    form.showErrors({ digits: text })
    focusEmpty()
  }
  const verify = async () => {
    const otp = parseCode(form.getValues().digits)
    if (otp === null) return
    try {
      await call(verifyUserOtp, { body: { email, otp } })
      notifySuccess(verifyUserOtp.message)
      onDone()
    } catch (reason) {
      const text = 'Invalid OTP or server error.'
      fail(isRefusal(reason, 'TOO_MANY_REQUESTS') ? errorMessage(reason, text) : text)
    }
  }
  const resend = async () => {
    try {
      await call(reSendOtp, { body: { email } })
      notifySuccess(reSendOtp.message)
      setRequest(saveResetRequest(email))
      form.reset()
      boxes.current?.focus()
    } catch {
      notifyError('Failed to resend OTP. Try again later.')
    }
  }
  const submit = form.onSubmit(() => void verifying.run(verify), focusEmpty)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <OtpBoxes
          ref={boxes}
          label="OTP"
          digits={form.values.digits}
          error={form.errors.digits}
          onChange={(digits) => form.setFieldValue('digits', digits)}
        />
        <BusyButton type="submit" fullWidth size="md" busy={verifying.busy}>
          {verifying.busy ? 'Verifying..' : 'Verify OTP'}
        </BusyButton>
        <Resend request={request} busy={resending.busy} onResend={() => resending.run(resend)} />
      </Stack>
    </form>
  )
}

interface ResendProps {
  request: ResetRequest
  busy: boolean
  onResend: () => void
}

function Resend({ request, busy, onResend }: ResendProps) {
  const seconds = useResendCountdown(request)
  return (
    <div className={classes.resend}>
      {seconds > 0 ? (
        <p className="figures">Resend available in {seconds}s</p>
      ) : (
        <BusyButton variant="subtle" color="ink" busy={busy} onClick={onResend}>
          {busy ? 'Resending..' : 'Resend OTP'}
        </BusyButton>
      )}
    </div>
  )
}
