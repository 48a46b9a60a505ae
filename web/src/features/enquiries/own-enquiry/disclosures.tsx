import type { ContactDisclosure, OwnEnquiry } from '@raahi/contract/own-enquiry'
import { formatDateTime } from '../../../lib/dates.ts'
import classes from './own-enquiry.module.css'

const texts: Record<ContactDisclosure['kind'], string> = {
  bought: 'bought your enquiry',
  opened: 'viewed your phone number or email',
  exported: 'downloaded your contact details',
  'passed-on': 'passed it on to one agent outside this site',
}

/** Who has seen the contact of the enquiry, and what this list covers. */
export function Disclosures({
  disclosures,
  hasOlderViews,
}: Pick<OwnEnquiry, 'hasOlderViews'> & { disclosures: readonly ContactDisclosure[] }) {
  return (
    <>
      <h3 className={classes.agreed}>Who has seen my contact?</h3>
      {disclosures.length === 0 ? (
        <p className={classes.soft}>No one yet.</p>
      ) : (
        <ul className={classes.seen}>
          {disclosures.map(({ kind, at, agent }, index) => (
            <li key={index}>
              <strong>
                <bdi>{agent ? `${agent.companyName} (${agent.name})` : 'Raahi team'}</bdi>
              </strong>{' '}
              {texts[kind]}
              <span className={classes.when}>
                {agent ? 'Travel agent' : 'Admin'}, {formatDateTime(at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.soft}>
        This list shows the agent who bought your enquiry, and each day on which one of our team
        viewed your phone number or email or downloaded it.{' '}
        {hasOlderViews &&
          'Only the newest views are listed here; write to us if you need all of them. '}
        It does not cover backups and technical work on our database.
      </p>
    </>
  )
}
