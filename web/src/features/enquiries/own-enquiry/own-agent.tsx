import type { OwnAgent as Agent, OwnEnquiry } from '@raahi/contract/enquiries'
import { formatPhone } from '@raahi/contract/formats'
import { formatDateTime } from '../../../lib/dates.ts'
import { NotCalled } from './not-called.tsx'
import classes from './own-agent.module.css'

interface OwnAgentProps {
  agent: Agent
  token: string
  /** Receives the enquiry after the report that no one has called. */
  onDone: (enquiry: OwnEnquiry) => void
}

/** The agent who bought the enquiry, for its traveller. */
export function OwnAgent({ agent, ...report }: OwnAgentProps) {
  const { companyName, name, city, phone, isVerified, boughtAt, isReturned } = agent
  return (
    <section className={classes.agent} aria-labelledby="agent-title">
      <h3 id="agent-title" className={classes.title}>
        {isReturned ? 'Your earlier travel agent' : 'Your travel agent'}
      </h3>
      <p className={classes.company}>
        <bdi>{companyName}</bdi>
        {isVerified && (
          <span className={classes.badge}>
            <span aria-hidden>✓</span> Verified agency
          </span>
        )}
      </p>
      <p className={classes.person}>
        <bdi>{name}</bdi>
        {city && (
          <>
            {', '}
            <bdi>{city}</bdi>
          </>
        )}
      </p>
      {phone && (
        <p className={classes.phone}>
          <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </p>
      )}
      <p className={classes.note}>
        Bought your enquiry on {formatDateTime(boughtAt)}. No other agent gets your phone number or
        email.{isVerified && ' We have checked the documents of this agency.'}
      </p>
      <NotCalled agent={agent} {...report} />
    </section>
  )
}
