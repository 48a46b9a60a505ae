import type { PublishedReturns } from '@raahi/contract/return-figures'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import section from '../../ui/section.module.css'
import { PublishedFigures } from './published-figures.tsx'
import { listRules } from './return-figure-labels.ts'
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
            Leads are alike if they came the same way, have the same kind of trip, and say as much:
            details, travel date, verified contacts. We count each night, from purchases of a year
            whose time to report is over, never by agent. Small groups lean towards the average of
            all leads. The line appears only from 50 purchases, and only while it has predicted the
            last months better than one rate for all leads.
          </p>
        </div>
      </section>
    </>
  )
}
