import { errorWithReason } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { useUserSessions } from './profile.api.ts'
import { SessionLabel } from './session-label.tsx'
import classes from './session-list.module.css'

/** The sessions of a user, for an admin. */
export function UserSessions({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useUserSessions(userId)
  if (!data) {
    return error ? (
      <ErrorState
        text={errorWithReason(error, 'The sessions could not be loaded.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonList label="Loading sessions..." layout="rows" count={2} />
    )
  }
  if (data.length === 0) return <EmptyState text="This user is not logged in anywhere." />
  return (
    <ul className={classes.list} aria-label="Sessions">
      {data.map((session) => (
        <li key={session._id} className={classes.session}>
          <SessionLabel session={session} />
        </li>
      ))}
    </ul>
  )
}
