import { formatPhone } from '@raahi/contract/formats'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { normalisePhone } from '@raahi/contract/phones'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { callForTraveller } from '../traveller-call.ts'
import classes from './verify-phone.module.css'

export interface VerifyPhoneProps {
  token: string
  phone: string
  onVerified?: (enquiry: OwnEnquiry) => void
}

/** The optional step after an enquiry: a code by SMS, which the traveller enters here. */
export default function VerifyPhone({ token, phone, onVerified }: VerifyPhoneProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isBusy = useRef(false)
  /** How many more codes can be requested; null before the first. */
  const [codesLeft, setCodesLeft] = useState<number | null>(null)
  const [isVerified, setVerified] = useState(false)
  const [busy, setBusy] = useState<'sending' | 'verifying' | null>(null)
  const [problem, setProblem] = useState('')
  const shown = <bdi className={classes.phone}>{formatPhone(normalisePhone(phone) ?? phone)}</bdi>
  useEffect(() => {
    if (codesLeft !== null) input.current?.focus()
  }, [codesLeft])

  async function once(kind: 'sending' | 'verifying', call: () => Promise<string | undefined>) {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(kind)
    setProblem('')
    const failure = await call()
    isBusy.current = false
    setBusy(null)
    if (failure !== undefined) setProblem(failure)
  }
  const send = () =>
    once('sending', async () => {
      const call = enquiryCalls.requestPhoneCode
      const outcome = await callForTraveller(
        call,
        { params: { token } },
        'We could not send a code.',
      )
      if (!outcome.done) return outcome.problem
      setCodesLeft(outcome.data.codesLeft)
    })
  const verify = (event: FormEvent) => {
    event.preventDefault()
    const code = input.current?.value.replace(/\s/g, '') ?? ''
    if (!/^\d{6}$/.test(code)) {
      input.current?.focus()
      return setProblem('Please enter the six digits from the SMS.')
    }
    void once('verifying', async () => {
      const outcome = await callForTraveller(
        enquiryCalls.verifyOwnPhone,
        { params: { token }, body: { code } },
        'Your code could not be checked.',
      )
      if (!outcome.done) return outcome.problem
      setVerified(true)
      onVerified?.(outcome.data)
    })
  }
  if (isVerified) {
    return (
      <p role="status" className={classes.done}>
        Thank you! Your phone is verified.
      </p>
    )
  }
  return (
    <section className={classes.box} aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`} className={classes.title}>
        Verify your phone
      </h4>
      {codesLeft === null ? (
        <p className={classes.text}>
          We can text you a code at {shown}. Once you enter it, travel agents see that your phone is
          verified. They do not see the number.
        </p>
      ) : (
        <form noValidate onSubmit={verify} className={classes.form}>
          <label htmlFor={`${id}-code`} className={fields.label}>
            Code from the SMS
          </label>
          <div className={classes.line}>
            <input
              ref={input}
              id={`${id}-code`}
              className={`${fields.control} ${classes.code}`}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              aria-invalid={problem !== ''}
              aria-describedby={`${id}-hint`}
            />
            <button type="submit" className={buttons.main} aria-disabled={busy !== null}>
              {busy === 'verifying' ? 'Checking…' : 'Verify'}
            </button>
          </div>
          <p id={`${id}-hint`} className={classes.text}>
            A code is on its way to {shown} and is valid for 10 minutes. A number gets at most three
            codes a day.
          </p>
        </form>
      )}
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
      {codesLeft !== 0 && (
        <button
          type="button"
          className={buttons.other}
          aria-disabled={busy !== null}
          onClick={() => void send()}
        >
          {busy === 'sending'
            ? 'Sending…'
            : codesLeft === null
              ? 'Send me a code'
              : 'Send a new code'}
        </button>
      )}
    </section>
  )
}
