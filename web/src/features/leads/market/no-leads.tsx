import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { noLeadsMatch } from '../../lead-facts/public/lead-labels.ts'
import classes from './no-leads.module.css'

interface NoLeadsProps {
  isFiltered: boolean
  onShowAll: () => void
}

/** An empty list: what to do next, with filters and without. */
export default function NoLeads({ isFiltered, onShowAll }: NoLeadsProps) {
  return (
    <EmptyState
      text={
        <>
          {noLeadsMatch}
          <span className={classes.next}>
            {isFiltered
              ? 'Remove a filter above, or look at all leads.'
              : 'New leads come in every day. An alert tells you when one is put on sale.'}
          </span>
        </>
      }
      action={
        isFiltered ? (
          <Button variant="default" onClick={onShowAll}>
            Show all leads
          </Button>
        ) : (
          <Button component={Link} to="/dashboard/saved-searches" variant="default">
            Set up alerts
          </Button>
        )
      }
    />
  )
}
