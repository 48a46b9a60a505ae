import { formatPhone } from '@raahi/contract/formats'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { normalisePhone } from '@raahi/contract/phones'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './verify-phone.module.css'

export interface VerifyPhoneProps {
  token: string
  phone: string
  onVerified?: (enquiry: OwnEnquiry) => void
}

/** The optional step after an enquiry: a code by SMS, which the traveller enters here. */
export default function VerifyPhone({ token, phone, onVerified }: VerifyPhoneProps) {
  const id = useId()
  /** How many more codes can be requested; null before the first. */
  const [codesLeft, setCodesLeft] = useState<number | null>(null)
  const [isVerified, setVerified] = useState(false)
  // One for both calls: a new code ends the one that is being checked.
  const calls = useTravellerCall()
  const [isChecking, setChecking] = useState(false)
  const shown = <bdi className={classes.phone}>{formatPhone(normalisePhone(phone) ?? phone)}</bdi>
  const requestCode = () => {
    setChecking(false)
    void calls.send(
      enquiryCalls.requestPhoneCode,
      { params: { token } },
      'We could not send a code.',
      (data) => setCodesLeft(data.codesLeft),
    )
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
        <CodeForm
          // Each code has its own form: an older code and its problem are removed.
          key={codesLeft}
          token={token}
          calls={calls}
          isChecking={isChecking && calls.isSending}
          onCheck={() => setChecking(true)}
          hint={
            <>
              A code is on its way to {shown} and is valid for 10 minutes. A number gets at most
              three codes a day.
            </>
          }
          onVerified={(enquiry) => {
            setVerified(true)
            onVerified?.(enquiry)
          }}
        />
      )}
      {codesLeft === null && <Problem text={calls.problem} />}
      {codesLeft !== 0 && (
        <button
          type="button"
          className={buttons.other}
          aria-disabled={calls.isSending}
          onClick={requestCode}
        >
          {calls.isSending && !isChecking
            ? 'Sending…'
            : codesLeft === null
              ? 'Send me a code'
              : 'Send a new code'}
        </button>
      )}
    </section>
  )
}

interface CodeFormProps {
  token: string
  calls: ReturnType<typeof useTravellerCall>
  isChecking: boolean
  /** Called before a code is sent to be checked. */
  onCheck: () => void
  hint: ReactNode
  onVerified: (enquiry: OwnEnquiry) => void
}

function CodeForm({ token, calls, isChecking, onCheck, hint, onVerified }: CodeFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isSending, problem, setProblem, send } = calls
  useEffect(() => input.current?.focus(), [])
  const verify = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const code = input.current?.value.replace(/\s/g, '') ?? ''
    if (!/^\d{6}$/.test(code)) {
      input.current?.focus()
      return setProblem('Please enter the six digits from the SMS.')
    }
    onCheck()
    void send(
      enquiryCalls.verifyOwnPhone,
      { params: { token }, body: { code } },
      'Your code could not be checked.',
      onVerified,
    )
  }
  return (
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
        <button type="submit" className={buttons.main} aria-disabled={isSending}>
          {isChecking ? 'Checking…' : 'Verify'}
        </button>
      </div>
      <p id={`${id}-hint`} className={classes.text}>
        {hint}
      </p>
      <Problem text={problem} />
    </form>
  )
}

function Problem({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p role="alert" className={fields.problem}>
      {text}
    </p>
  )
}
