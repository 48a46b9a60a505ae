import { destinationOpen } from '@raahi/contract/lead-texts'
import type { PlanLeadMovement } from '@raahi/contract/transactions'
import { Link } from 'react-router'
import { DateTime } from '../../../ui/date-time.tsx'
import hidden from '../../../ui/visually-hidden.module.css'
import classes from './statement-table.module.css'

const labels = { used: 'Used for', returned: 'Returned for' } as const

/** The leads that plans paid for or got back. */
export function PlanLeadTable({ movements }: { movements: readonly PlanLeadMovement[] }) {
  return (
    <table className={classes.table}>
      <caption className={hidden.hidden}>Movements of plan leads, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.date}>
            Date
          </th>
          <th scope="col">Details</th>
          <th scope="col" className={classes.amount}>
            Plan leads
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map(({ _id, kind, leadId, destination, planName, createdAt }) => (
          <tr key={_id}>
            <td className={classes.date}>
              <DateTime value={createdAt} />
            </td>
            <td>
              <span className={classes.what}>
                {labels[kind]}{' '}
                <Link to={`/dashboard/purchased-leads?lead=${leadId}`} className={classes.invoice}>
                  {leadId}
                </Link>
                , {destination ?? destinationOpen}
              </span>
              <span className={classes.how}>{planName}</span>
              {/* The date has no separate column on phones. */}
              <span className={classes.dateBelow}>
                <DateTime value={createdAt} />
              </span>
            </td>
            <td
              className={classes.amount}
              data-direction={kind === 'returned' ? 'credit' : 'debit'}
            >
              {kind === 'returned' ? '+1' : '−1'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
