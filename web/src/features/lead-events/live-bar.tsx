import type { LeadPage } from '@raahi/contract/leads'
import { useLiveStatus } from '../../lib/live-state.ts'
import type { LeadFilters } from '../lead-facts/public/lead-filters.ts'
import classes from './live-bar.module.css'
import { useLiveView } from './public/live-leads.ts'

interface LiveBarProps {
  /** The page as the server returned it, without later changes. */
  page: LeadPage | undefined
  filters: LeadFilters
  onShowNew: () => void
}

/** Shows above a list how many new leads match its filters, and whether live changes arrive. It takes no space. */
export default function LiveBar({ page, filters, onShowNew }: LiveBarProps) {
  const view = useLiveView((state) => state.view)
  const isAway = useLiveStatus(({ status }) => status === 'away')
  const count = page && view ? view.countNew(page, filters) : 0
  return (
    <div className={classes.bar}>
      <div role="status" className={classes.content}>
        {count > 0 && (
          <button type="button" className={classes.button} onClick={onShowNew}>
            {count === 1 ? '1 new lead' : `${count > 99 ? '99+' : count} new leads`}
          </button>
        )}
        {isAway && (
          <span className={classes.away} title="The list refreshes every 30 seconds.">
            Live updates paused
          </span>
        )}
      </div>
    </div>
  )
}
