import { replacementReasons } from '@raahi/contract/replacement-reasons'
import type { ReturnFigures } from '@raahi/contract/return-figures'
import { formatUnits, formatWithin } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import { decidedHowLabels, formatReturned, formatShare } from './return-figure-labels.ts'
import classes from './returns.module.css'

/** The figures of the last days: three large ones, then the requests by reason and by decision. */
export function PublishedFigures({ figures }: { figures: ReturnFigures }) {
  const { purchases, returned, byReason, minutesToDecide } = figures
  const requests = byReason.reduce((sum, one) => sum + one.requests, 0)
  return (
    <>
      <dl className={classes.large}>
        <div>
          <dt>Returned</dt>
          <dd className={classes.number}>{formatShare(returned, purchases)}</dd>
          <dd>{formatReturned(returned, purchases)}</dd>
        </div>
        {minutesToDecide && (
          <div>
            <dt>Half are decided within</dt>
            <dd className={classes.number}>{formatWithin(minutesToDecide.median)}</dd>
            <dd>The median time from a request to its decision.</dd>
          </div>
        )}
        {typeof minutesToDecide?.p95 === 'number' && (
          <div>
            <dt>95 of 100 are decided within</dt>
            <dd className={classes.number}>{formatWithin(minutesToDecide.p95)}</dd>
            <dd>Only the slowest five of 100 took longer.</dd>
          </div>
        )}
      </dl>
      {requests === 0 ? (
        <p className={classes.note}>No agent has asked for a return of these leads.</p>
      ) : (
        <div className={classes.tables}>
          <Reasons byReason={byReason} requests={requests} />
          <Decisions {...figures} />
        </div>
      )}
    </>
  )
}

function Reasons({ byReason, requests }: Pick<ReturnFigures, 'byReason'> & { requests: number }) {
  return (
    <section aria-labelledby="reasons-title">
      <h3 id="reasons-title" className={classes.subtitle}>
        Why agents asked
      </h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Requests</th>
            <th scope="col">Approved</th>
          </tr>
        </thead>
        <tbody>
          {byReason.map((one) => (
            <tr key={one.reason}>
              <th scope="row">
                {replacementReasons[one.reason]}
                <Bar share={one.requests / requests} />
              </th>
              <td>{formatCount(one.requests)}</td>
              <td>{formatCount(one.approved)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Decisions({ byDecision, waiting }: Pick<ReturnFigures, 'byDecision' | 'waiting'>) {
  return (
    <section aria-labelledby="decisions-title">
      <h3 id="decisions-title" className={classes.subtitle}>
        Who decided
      </h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Decided by</th>
            <th scope="col">Approved</th>
            <th scope="col">Rejected</th>
          </tr>
        </thead>
        <tbody>
          {byDecision.map((one) => (
            <tr key={one.decidedHow}>
              <th scope="row">{decidedHowLabels[one.decidedHow]}</th>
              <td>{formatCount(one.approved)}</td>
              <td>{formatCount(one.rejected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {waiting > 0 && (
        <p className={classes.note}>
          {formatUnits(waiting, 'request')} {waiting === 1 ? 'waits' : 'wait'} for a decision.
        </p>
      )}
    </section>
  )
}

/** Hidden from screen readers, which read the count beside it. */
function Bar({ share }: { share: number }) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
      <rect width={100 * share} height="4" />
    </svg>
  )
}
