import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatUnits } from '../../lib/ages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './pipeline-board.module.css'

/**
 * Shown if no stage has a card.
 * @param props.returned the number of leads whose replacement was approved; only the list shows them
 */
export function NoCards({ returned = 0 }: { returned?: number }) {
  return (
    <EmptyState
      text={
        <>
          {returned > 0 ? (
            <>
              None of your leads is in a stage: <ReturnedLink count={returned} />.
            </>
          ) : (
            'Your pipeline is empty.'
          )}
          <br />
          Each lead you buy appears here, so that you can follow it from the first call to the
          booking.
        </>
      }
      action={
        <Button component={Link} to="/dashboard/my-leads">
          Browse leads
        </Button>
      }
    />
  )
}

/** '3 returned leads', which opens them in the list. */
export function ReturnedLink({ count }: { count: number }) {
  return (
    <Anchor
      component={Link}
      to="?view=list&stage=returned"
      className={classes.returned}
      underline="always"
      inherit
    >
      {formatUnits(count, 'returned lead')}
    </Anchor>
  )
}
