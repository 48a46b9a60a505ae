import { Button } from '@mantine/core'
import type { OwnSession } from '@raahi/contract/profile'
import { IconLogout } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { useEndAllSessions, useEndSession, useOwnSessions } from './profile.api.ts'
import { SessionLabel } from './session-label.tsx'
import classes from './session-list.module.css'

/** Sessions shown before 'Show all'. */
const maxCollapsedSessions = 5

/** The user's sessions, with buttons to end them. */
export function SessionList() {
  const sessions = useOwnSessions()
  const [isAsking, setAsking] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, sessions.data)
  return (
    <Panel title="Where you are logged in" titleRef={title}>
      <Sessions query={sessions} onEnding={keepFocus} />
      <Button
        variant="outline"
        color="brick"
        className={classes.everywhere}
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Log out of all devices
      </Button>
      <LogOutEverywhereDialog opened={isAsking} onClose={() => setAsking(false)} />
    </Panel>
  )
}

type SessionsProps = { query: ReturnType<typeof useOwnSessions>; onEnding: () => void }

function Sessions({ query, onEnding }: SessionsProps) {
  const { data, error, isFetching, refetch } = query
  const [showsAll, setShowsAll] = useState(false)
  const listId = useId()
  const failure = error && errorWithReason(error, 'Your sessions could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading your sessions..." layout="rows" count={2} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      <ul id={listId} className={classes.list}>
        {data.slice(0, showsAll ? undefined : maxCollapsedSessions).map((session) => (
          <SessionItem key={session._id} session={session} onEnding={onEnding} />
        ))}
      </ul>
      {data.length > maxCollapsedSessions && (
        <Button
          variant="subtle"
          color="ink"
          display="block"
          mb="xs"
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${data.length}`}
        </Button>
      )}
    </>
  )
}

function SessionItem({ session, onEnding }: { session: OwnSession; onEnding: () => void }) {
  const id = useId()
  const end = useEndSession()
  const signOut = () => {
    onEnding()
    end.mutate(session._id, {
      onSuccess: () => notifySuccess('Logged out of that device.'),
      onError: (error) =>
        notifyError(errorMessage(error, 'We could not log you out of that device.')),
    })
  }
  return (
    <li className={classes.session}>
      <SessionLabel id={id} session={session}>
        {session.current && <StatusBadge tone="success">This device</StatusBadge>}
      </SessionLabel>
      {!session.current && (
        <BusyButton
          variant="default"
          size="sm"
          aria-describedby={id}
          busy={end.isPending}
          onClick={signOut}
        >
          Log out
        </BusyButton>
      )}
    </li>
  )
}

function LogOutEverywhereDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const endAll = useEndAllSessions()
  const close = () => {
    endAll.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={() =>
        endAll.mutate(undefined, { onSuccess: () => notifySuccess('Logged out of all devices.') })
      }
      title="Log out of all devices?"
      confirmLabel="Log out of all devices"
      tone="danger"
      busy={endAll.isPending}
      error={endAll.isError && errorWithReason(endAll.error, 'We could not log you out.')}
    >
      You will need to log in again on every device, including this one.
    </ConfirmDialog>
  )
}
