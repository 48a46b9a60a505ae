import { ownEnquiryPath } from '@raahi/contract/enquiry-labels'
import { formatPhone } from '@raahi/contract/formats'
import { normalisePhone } from '@raahi/contract/phones'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import buttons from '../../../ui/plain-button.module.css'
import type { VerifyPhoneProps } from '../verify-phone/verify-phone.tsx'
import { HowFound } from './how-found.tsx'
import classes from './quote-confirmation.module.css'
import type { SentEnquiry } from './send-enquiry.ts'

/** Loaded before the confirmation is shown, so that nothing moves under the pointer. */
export const loadVerifyPhone = () =>
  import('../verify-phone/verify-phone.tsx').catch(() => ({ default: () => null }))
// Not lib/lazy-with-fallback.ts, which is in the large script of the dashboard.
const VerifyPhone = lazy<ComponentType<VerifyPhoneProps>>(loadVerifyPhone)

interface QuoteConfirmationProps {
  sent: SentEnquiry
  onAgain: () => void
}

/**
 * Replaces the submitted form and shows the next steps. The headline takes the focus, so that screen readers announce
 * it.
 */
export function QuoteConfirmation({ sent, onAgain }: QuoteConfirmationProps) {
  const { reference, token, phone, email, canVerifyPhone } = sent
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div>
      <h3 ref={title} tabIndex={-1} className={classes.title}>
        Thank you! Your enquiry has reached us.
      </h3>
      <div className={classes.ticket}>
        <p className={classes.number}>
          Your reference
          <strong>{reference}</strong>
        </p>
        <p className={classes.use}>Please mention it if you write to us or call.</p>
      </div>
      <h4 className={classes.next}>What happens next</h4>
      <ol className={classes.steps}>
        <li>We read your enquiry, usually within one working day.</li>
        <li>
          One travel agent takes it up and contacts you on{' '}
          <bdi>{formatPhone(normalisePhone(phone) ?? phone)}</bdi>. No other agent gets your number.
        </li>
        <li>You get a plan and a price. The decision is yours.</li>
      </ol>
      {canVerifyPhone && (
        <Suspense>
          <VerifyPhone token={token} phone={phone} />
        </Suspense>
      )}
      <HowFound token={token} />
      <h4 className={classes.next}>If you change your mind</h4>
      <p>
        {email ? (
          <>
            We are sending a link to <bdi className={classes.email}>{email}</bdi>. With it you can
            check the status of your enquiry, correct it or withdraw it. You can also open it here:
          </>
        ) : (
          'You gave no email address, so please save this link. With it you can check the status of your enquiry, correct it or withdraw it.'
        )}
      </p>
      <p className={classes.ways}>
        <a href={ownEnquiryPath(token)} className={buttons.main}>
          Your enquiry
        </a>
        <button type="button" className={buttons.other} onClick={onAgain}>
          Ask for another trip
        </button>
      </p>
    </div>
  )
}
