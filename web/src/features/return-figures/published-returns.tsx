import type { PublishedReturns } from '@raahi/contract/return-figures'
import { listRules } from '@raahi/contract/return-rules'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import section from '../../ui/section.module.css'
import { PublishedFigures } from './published-figures.tsx'
import classes from './returns.module.css'

/** The return policy in force as a list of rules, and the figures of the last days. */
export function PublishedReturnsView({
  returns: { policy, figures, days, minPurchases },
}: {
  returns: PublishedReturns
}) {
  return (
    <>
      <section className={`${section.section} ${classes.first}`} aria-labelledby="rules-title">
        <div className={section.wrap}>
          <span className={section.garland} />
          <h2 id="rules-title" className={section.title}>
            The rules
          </h2>
          <ul className={classes.rules}>
            {listRules(policy).map(({ title, text }) => (
              <li key={title}>
                <h3 className={classes.rule}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p className={classes.note}>
            This is version {policy.version}, for leads bought since{' '}
            {formatDateTime(policy.startsAt)}. A purchase keeps the policy that was in force when it
            was made, even if we change it later.
          </p>
        </div>
      </section>
      <section className={section.sunken} aria-labelledby="figures-title">
        <div className={section.wrap}>
          <h2 id="figures-title" className={section.title}>
            The last {days} days
          </h2>
          {figures ? (
            <PublishedFigures figures={figures} />
          ) : (
            <div className={classes.message}>
              <p>
                Fewer than {minPurchases} leads were bought in the last {days} days. That is too few
                for fair figures, so we do not show any yet.
              </p>
              <p>
                You can still see how it works <Link to="/agents">for travel agents</Link>.
              </p>
            </div>
          )}
        </div>
      </section>
      <section className={section.section} aria-labelledby="odds-title">
        <div className={section.wrap}>
          <h2 id="odds-title" className={section.title}>
            The odds on a lead
          </h2>
          <p className={section.lead}>
            Before buying, an agent can read a line such as ‘Of 312 leads like this one, 4 in 100
            were returned.’
          </p>
          <p className={classes.note}>
            We compare leads that reached us the same way, for the same kind of trip, and with as
            much detail: trip, travel date, verified contacts. We work out the figures every night
            from a year of purchases that can no longer be reported, and never by agent. Figures of
            small groups are moved towards the average of all leads. The line appears only for
            groups of 50 purchases or more, and only while such lines have predicted recent months
            better than one rate for all leads.
          </p>
        </div>
      </section>
    </>
  )
}
