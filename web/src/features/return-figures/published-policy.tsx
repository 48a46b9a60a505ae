import type { PublishedReturns } from '@raahi/contract/return-figures'
import { formatDateTime } from '../../lib/dates.ts'
import { listRules } from './return-figure-labels.ts'
import classes from './returns.module.css'

/** The return policy in force as a list of rules. */
export function PublishedPolicy({ policy }: { policy: PublishedReturns['policy'] }) {
  return (
    <>
      <ul className={classes.rules}>
        {listRules(policy).map(({ title, text }) => (
          <li key={title}>
            <h3 className={classes.rule}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        This is version {policy.version}, for leads bought since {formatDateTime(policy.startsAt)}.
        A purchase keeps the version of its day, also if we change the policy later.
      </p>
    </>
  )
}
