import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './own-enquiry.module.css'

interface OfferAgainProps {
  enquiry: Pick<OwnEnquiry, 'offeredAgainAs'>
  token: string
  onStale: () => void
}

/** Offers a returned trip to another agent. The button is the new consent, so its text is beside it. */
export function OfferAgain({ enquiry: { offeredAgainAs }, token, onStale }: OfferAgainProps) {
  const navigate = useNavigate()
  const [isOwnLinkNeeded, setOwnLinkNeeded] = useState(false)
  // Once offered, only the new enquiry can be closed: this page would reload without a change.
  const { isSending, problem, send } = useTravellerCall(offeredAgainAs === null ? { onStale } : {})
  const offer = () =>
    send(
      enquiryCalls.offerOwnAgain,
      { params: { token }, body: { consentVersion: enquiryConsent.version } },
      'We could not offer your trip again.',
      ({ token: newToken }) => {
        if (newToken === null) setOwnLinkNeeded(true)
        else void navigate({ hash: newToken })
      },
    )
  if (isOwnLinkNeeded) {
    return (
      <p role="status">
        The contact of {offeredAgainAs} was corrected, so only its own link opens it. You can{' '}
        <Link to="/my-enquiry">find its link</Link> with the new contact.
      </p>
    )
  }
  return (
    <div className={classes.offer}>
      {offeredAgainAs === null && <p>{enquiryConsent.text}</p>}
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
      <button
        type="button"
        className={`${buttons.main} ${buttons.large}`}
        aria-disabled={isSending}
        onClick={offer}
      >
        {offeredAgainAs === null ? 'Offer my trip to another agent' : `See ${offeredAgainAs}`}
      </button>
    </div>
  )
}
