import { Button } from '@mantine/core'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { noLeadsMatch } from '../lead-labels.ts'
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
              : 'New leads come in every day. Look again a little later.'}
          </span>
        </>
      }
      action={
        isFiltered && (
          <Button variant="default" onClick={onShowAll}>
            Show all leads
          </Button>
        )
      }
    />
  )
}
