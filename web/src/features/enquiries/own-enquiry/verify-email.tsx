import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { useState } from 'react'
import { EmailText } from '../../../ui/email-text.tsx'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './own-enquiry.module.css'

interface VerifyEmailProps {
  enquiry: OwnEnquiry
  token: string
  /** The secret of the link in the mail; null if the page was opened without that link. */
  emailKey: string | null
  onDone: (enquiry: OwnEnquiry) => void
  /** Called if the enquiry may have changed meanwhile. */
  onStale: () => void
}

/** Asks the traveller who opened the link in the mail to verify the email. Renders nothing if that is not possible or done. */
export function VerifyEmail({ enquiry, token, emailKey, onDone, onStale }: VerifyEmailProps) {
  const [isLinkSent, setLinkSent] = useState(false)
  const { isSending, problem, send } = useTravellerCall({ onStale })
  const { email, emailVerifiedAt, canVerify } = enquiry
  if (email === null || emailVerifiedAt !== null || !canVerify) return null

  const verify = (key: string) =>
    send(
      enquiryCalls.verifyOwnEmail,
      { params: { token }, body: { key } },
      'Your email could not be verified.',
      onDone,
    )
  const sendLink = () =>
    send(
      enquiryCalls.sendOwnLink,
      { body: { contact: email } },
      'Your link could not be sent.',
      () => setLinkSent(true),
    )
  return (
    <section className={classes.verify} aria-labelledby="verify-email-title">
      <h3 id="verify-email-title" className={classes.verifyTitle}>
        {emailKey ? 'Is this your email?' : 'Verify your email'}
      </h3>
      <p className={classes.verifyText}>
        <EmailText value={email} />
      </p>
      <p className={classes.soft}>
        {emailKey
          ? 'Travel agents prefer travellers whose email is verified. They see that it is verified, not the email itself.'
          : 'It is not verified yet. Please open the link in our newest email to this address, and press “This is my email”.'}
      </p>
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
      {/* The emails of older enquiries have a link that cannot verify. A link that is sent now can. */}
      {!emailKey && !isLinkSent && (
        <button
          type="button"
          className={buttons.other}
          aria-disabled={isSending}
          onClick={sendLink}
        >
          {isSending ? 'Sending…' : 'Send me my link again'}
        </button>
      )}
      {isLinkSent && (
        <p role="status" className={classes.soft}>
          Your link should arrive in a few minutes. No email? Please look in your spam folder.
        </p>
      )}
      {emailKey && (
        <button
          type="button"
          className={buttons.other}
          aria-disabled={isSending}
          onClick={() => verify(emailKey)}
        >
          {isSending ? 'Verifying…' : 'This is my email'}
        </button>
      )}
    </section>
  )
}
