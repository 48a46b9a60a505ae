import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatUnits } from '../../lib/ages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import classes from './pipeline-board.module.css'

/**
 * Shown if no stage has a card.
 * @param props.returned the number of leads whose replacement was approved; only the list shows them
 */
export function NoCards({
  returned = 0,
  isFiltered = false,
}: {
  returned?: number
  /** Only the leads of some members are shown. */
  isFiltered?: boolean
}) {
  const isCaller = useAgentRole() === 'caller'
  if (isFiltered || isCaller) {
    return (
      <EmptyState
        text={
          isCaller
            ? 'No lead is assigned to you. Each lead that your agency assigns to you appears here.'
            : 'No lead is in a stage with this choice.'
        }
      />
    )
  }
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
