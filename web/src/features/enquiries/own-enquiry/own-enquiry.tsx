import { type TravellerField, travellerFieldNames } from '@raahi/contract/enquiry-form'
import type { OwnEnquiry as Enquiry } from '@raahi/contract/own-enquiry'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { EmailText } from '../../../ui/email-text.tsx'
import buttons from '../../../ui/plain-button.module.css'
import { WholeDates } from '../../../ui/whole-dates.tsx'
import VerifyPhone from '../verify-phone/verify-phone.tsx'
import { AnswerQuestion } from './answer-question.tsx'
import { CorrectEnquiry } from './correct-enquiry.tsx'
import { Disclosures } from './disclosures.tsx'
import { NotCalled } from './not-called.tsx'
import { OfferAgain } from './offer-again.tsx'
import { OwnAgent } from './own-agent.tsx'
import classes from './own-enquiry.module.css'
import {
  countReachedSteps,
  describeSituation,
  formatCorrection,
  listEnquiryDetails,
  progressSteps,
} from './own-enquiry-labels.ts'
import { VerifyEmail } from './verify-email.tsx'
import { WithdrawEnquiry } from './withdraw-enquiry.tsx'

interface OwnEnquiryProps {
  enquiry: Enquiry
  token: string
  /** The secret of the link in the mail; null if the page was opened without that link. */
  emailKey: string | null
  /** Receives the changed enquiry, and the token of its new link if there is one. */
  onChange: (enquiry: Enquiry, newToken?: string | null) => void
  /** Called if the enquiry may have changed meanwhile. */
  onStale: () => void
}

/** An enquiry for its traveller: state, content, and the actions that are still possible. */
export function OwnEnquiry({ enquiry, token, emailKey, onChange, onStale }: OwnEnquiryProps) {
  /** The fields that are being corrected; null: none. */
  const [correcting, setCorrecting] = useState<readonly TravellerField[] | null>(null)
  const [message, setMessage] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  const situationText = describeSituation(enquiry)
  useEffect(() => {
    if (message) title.current?.focus()
  }, [message])

  function change(changed: Enquiry, newMessage: string, newToken: string | null = null) {
    setCorrecting(null)
    setMessage(newMessage)
    onChange(changed, newToken)
  }
  const changeWith = (newMessage: string) => (changed: Enquiry) => change(changed, newMessage)
  const page = { enquiry, token, onStale }
  const notCalled = (
    <NotCalled {...page} onDone={changeWith('Thank you. We have told the agent.')} />
  )
  const question = enquiry.question && (
    <AnswerQuestion
      question={enquiry.question}
      token={token}
      onDone={(answered) => onChange({ ...enquiry, question: answered })}
      onStale={onStale}
    />
  )
  if (correcting && enquiry.canCorrect) {
    return (
      <CorrectEnquiry
        {...page}
        only={correcting}
        onDone={(changed, newToken) =>
          change(changed, formatCorrection(changed, newToken !== null), newToken)
        }
        onCancel={() => setCorrecting(null)}
      />
    )
  }
  return (
    <>
      <section className={classes.state} aria-labelledby="state-title">
        <p className={classes.reference}>
          Your reference <strong>{enquiry.reference}</strong>
        </p>
        {message && (
          <p role="status" className={classes.notice}>
            {message}
          </p>
        )}
        {/* The question comes first, because the mail that asks it links here. */}
        {enquiry.question?.answer === null && question}
        <h2 id="state-title" ref={title} tabIndex={-1} className={classes.title}>
          {situationText.title}
        </h2>
        <p className={classes.words}>{situationText.text}</p>
        <Progress count={countReachedSteps(enquiry)} />
        {enquiry.question?.answer !== null && question}
        {enquiry.agent ? <OwnAgent agent={enquiry.agent}>{notCalled}</OwnAgent> : notCalled}
        {enquiry.canOfferAgain && <OfferAgain {...page} />}
        <Actions
          {...page}
          onCorrect={() => setCorrecting(travellerFieldNames)}
          onWithdrawn={changeWith('Your enquiry has been withdrawn.')}
        />
        <VerifyContacts {...page} emailKey={emailKey} onVerified={change} />
      </section>
      <EnteredEnquiry enquiry={enquiry} onCorrect={setCorrecting} />
    </>
  )
}

interface VerifyContactsProps
  extends Pick<OwnEnquiryProps, 'enquiry' | 'token' | 'emailKey' | 'onStale'> {
  onVerified: (enquiry: Enquiry, message: string) => void
}

/** The contacts that the traveller can still verify. */
function VerifyContacts({ onVerified, emailKey, ...page }: VerifyContactsProps) {
  const { enquiry, token } = page
  return (
    <>
      <VerifyEmail
        {...page}
        emailKey={emailKey}
        onDone={(verified) => onVerified(verified, 'Thank you! Your email is verified.')}
      />
      {enquiry.canVerifyPhone && (
        <VerifyPhone
          token={token}
          phone={enquiry.phone}
          onVerified={(verified) => onVerified(verified, 'Thank you! Your phone is verified.')}
        />
      )}
    </>
  )
}

interface ActionsProps extends Pick<OwnEnquiryProps, 'enquiry' | 'token' | 'onStale'> {
  onCorrect: () => void
  onWithdrawn: (enquiry: Enquiry) => void
}

function Actions({ enquiry, token, onCorrect, onWithdrawn, onStale }: ActionsProps) {
  const { canCorrect, canWithdraw } = enquiry
  return (
    <div className={classes.ways}>
      {canCorrect && (
        <button type="button" className={`${buttons.main} ${buttons.large}`} onClick={onCorrect}>
          Correct it
        </button>
      )}
      {canWithdraw && (
        <WithdrawEnquiry
          token={token}
          isWithAgent={enquiry.situation === 'with-agent'}
          offeredAgainAs={enquiry.offeredAgainAs}
          onDone={onWithdrawn}
          onStale={onStale}
        />
      )}
      {!canCorrect && !canWithdraw && (
        <Link to="/#quote" className={`${buttons.main} ${buttons.large}`}>
          Send a new enquiry
        </Link>
      )}
    </div>
  )
}

/** What the traveller entered and agreed to. */
function EnteredEnquiry({
  enquiry,
  onCorrect,
}: {
  enquiry: Enquiry
  onCorrect: (fields: readonly TravellerField[]) => void
}) {
  return (
    <section className={classes.entered} aria-labelledby="entered-title">
      <h2 id="entered-title" className={classes.subtitle}>
        Your trip
      </h2>
      <dl className={classes.facts}>
        {listEnquiryDetails(enquiry).map(([name, value, fields]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.value}>
              <bdi>
                {name === 'Email' ? <EmailText value={value} /> : <WholeDates text={value} />}
              </bdi>
              {fields && enquiry.canCorrect && (
                <button
                  type="button"
                  className={classes.link}
                  aria-label={`Change ${name}`}
                  onClick={() => onCorrect(fields)}
                >
                  Change
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {enquiry.disclosures && (
        <Disclosures disclosures={enquiry.disclosures} hasOlderViews={enquiry.hasOlderViews} />
      )}
      <h3 className={classes.agreed}>What you agreed to</h3>
      <p className={classes.soft}>{enquiry.consentText}</p>
      <p className={classes.soft}>
        Our <Link to="/privacy">privacy notice</Link> says how long we keep it, and how to have it
        erased.
      </p>
    </section>
  )
}

/** The progress of an open enquiry. Renders nothing for one that no agent handles or will handle. */
function Progress({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <ol className={classes.progress}>
      {progressSteps.map((name, index) => (
        <li
          key={name}
          data-reached={index < count || undefined}
          aria-current={index === count - 1 ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
