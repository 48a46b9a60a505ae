import { Button } from '@mantine/core'
import { EmptyState } from '../../../ui/empty-state.tsx'
import classes from './no-leads.module.css'

/** An empty list: what to do next, with filters and without. */
export default function NoLeads({ list }: { list: { count: number; clear: () => void } }) {
  const isFiltered = list.count > 0
  return (
    <EmptyState
      text={
        <>
          No leads match the current filters.
          <span className={classes.next}>
            {isFiltered
              ? 'Remove a filter above, or look at all leads.'
              : 'New leads come in every day. Look again a little later.'}
          </span>
        </>
      }
      action={
        isFiltered && (
          <Button variant="default" onClick={list.clear}>
            Show all leads
          </Button>
        )
      }
    />
  )
}
