import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A pipeline before the first purchase. */
export function NoCards() {
  return (
    <EmptyState
      text={
        <>
          Your pipeline is empty.
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
