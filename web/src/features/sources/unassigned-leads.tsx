import { formatCount } from '../../lib/counts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { useUnassignedMetaLeads } from './sources.api.ts'
import classes from './sources.module.css'

/**
 * Leads of pages at Meta that no source has. Renders nothing without any.
 * @param level of the heading, one below the heading above it
 */
export function UnassignedLeads({ level: Heading }: { level: 'h2' | 'h3' }) {
  const { data: pages = [] } = useUnassignedMetaLeads()
  if (pages.length === 0) return null
  return (
    <section className={classes.notice} aria-labelledby="unassigned-leads">
      <Heading id="unassigned-leads" className={classes.noticeTitle}>
        Leads of Meta without a source
      </Heading>
      <p className={classes.text}>
        Raahi fetches them when a source of the kind Meta Ads has their page and form. They are kept
        for 90 days.
      </p>
      <ul className={classes.lines}>
        {pages.map(({ pageId, formId, leads, latestAt }) => (
          <li key={`${pageId} ${formId}`}>
            <span>
              {formatCount(leads)} of page <span className={classes.amount}>{pageId}</span>, form{' '}
              <span className={classes.amount}>{formId}</span>
            </span>
            <span className={classes.quiet}>
              <DateTime value={latestAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
