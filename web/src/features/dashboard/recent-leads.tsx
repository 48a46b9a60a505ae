import { Anchor, Skeleton } from '@mantine/core'
import { cityNotGiven } from '@raahi/contract/lead-texts'
import type { Lead } from '@raahi/contract/leads'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { maxRecentLeads, useRecentLeads } from './dashboard.api.ts'
import classes from './recent-leads.module.css'

/** The newest leads: name, email, city. */
export function RecentLeads() {
  return (
    <Panel
      title="Recent Leads"
      aside={
        <Anchor component={Link} to="/dashboard/add-leads" className={classes.all}>
          View all leads
        </Anchor>
      }
    >
      <RecentLeadsBody />
    </Panel>
  )
}

function RecentLeadsBody() {
  const leads = useRecentLeads()
  if (leads.isPending) return <LoadingRows />
  if (leads.isLoadingError) {
    return (
      <ErrorState
        text={errorWithReason(leads.error, 'The recent leads could not be loaded.')}
        onRetry={() => leads.refetch()}
        retrying={leads.isFetching}
      />
    )
  }
  if (leads.data.length === 0) {
    return <EmptyState text="No leads yet. The four newest will appear here." />
  }
  return (
    <>
      {leads.isRefetchError && (
        <RefreshFailed
          text={errorWithReason(leads.error, 'These leads could not be refreshed.')}
          onRetry={() => leads.refetch()}
          retrying={leads.isFetching}
        />
      )}
      <ul className={classes.list}>
        {leads.data.map((lead) => (
          <RecentLead key={lead._id} lead={lead} />
        ))}
      </ul>
    </>
  )
}

function RecentLead({ lead }: { lead: Lead }) {
  return (
    <li className={classes.lead}>
      <span className={classes.initial} aria-hidden>
        {lead.name.trim().charAt(0).toUpperCase()}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{lead.name}</span>
        {lead.email && (
          <Anchor href={`mailto:${lead.email}`} className={classes.email}>
            {lead.email}
          </Anchor>
        )}
      </span>
      <span className={classes.city}>{lead.city ?? cityNotGiven}</span>
    </li>
  )
}

function LoadingRows() {
  return (
    <div>
      <p role="status" className={classes.loading}>
        Loading recent leads...
      </p>
      {Array.from({ length: maxRecentLeads }, (_, index) => index).map((row) => (
        <div key={row} className={classes.lead} aria-hidden>
          <Skeleton circle height={40} />
          <span className={classes.words}>
            <Skeleton height={14} width="45%" />
            <Skeleton height={12} width="65%" mt={8} />
          </span>
        </div>
      ))}
    </div>
  )
}
