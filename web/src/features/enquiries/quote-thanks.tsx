import { ownEnquiryPath } from '@raahi/contract/enquiry-words'
import { useEffect, useRef } from 'react'
import buttons from '../../ui/plain-button.module.css'
import classes from './quote-thanks.module.css'
import type { SentEnquiry } from './send-enquiry.ts'

interface QuoteThanksProps {
  sent: SentEnquiry
  onAgain: () => void
}

/** In the form's place once it is sent: what happens next. It takes the focus, so that it is read out. */
export function QuoteThanks({ sent, onAgain }: QuoteThanksProps) {
  const { reference, token, phone, email } = sent
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
        <p className={classes.use}>Tell it to us if you write or call.</p>
      </div>
      <h4 className={classes.next}>What happens next</h4>
      <ol className={classes.steps}>
        <li>Somebody at Raahi reads it, as a rule within one working day.</li>
        <li>
          One travel agent takes it on and reaches you at <bdi>{phone}</bdi>. Nobody else gets your
          number.
        </li>
        <li>You get a plan and a price, and you decide.</li>
      </ol>
      <h4 className={classes.next}>If you change your mind</h4>
      <p>
        {email ? (
          <>
            A mail to <bdi className={classes.email}>{email}</bdi> is on its way, with a link to see
            where your enquiry stands, to correct it or to withdraw it. It is the same as this one:
          </>
        ) : (
          'You gave no email address, so keep this link: with it you see where your enquiry stands, correct it or withdraw it.'
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
