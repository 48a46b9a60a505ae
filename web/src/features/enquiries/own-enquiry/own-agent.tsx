import { formatPhone } from '@raahi/contract/formats'
import type { OwnAgent as Agent } from '@raahi/contract/own-enquiry'
import type { ReactNode } from 'react'
import { DateTime } from '../../../ui/date-time.tsx'
import classes from './own-agent.module.css'

interface OwnAgentProps {
  agent: Agent
  /** What the traveller can say about the agent. */
  children: ReactNode
}

/** The agent who bought the enquiry, for its traveller. */
export function OwnAgent({ agent, children }: OwnAgentProps) {
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
        Bought your enquiry on <DateTime value={boughtAt} />. No other agent gets your phone number
        or email.{isVerified && ' We have checked the documents of this agency.'}
      </p>
      {children}
    </section>
  )
}
