import { Button } from '@mantine/core'
import type { TwoFactorState } from '@raahi/contract/two-factor'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../../lib/api-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { RenewCodesDialog } from '../renew-codes-dialog.tsx'
import { TurnOffDialog } from '../turn-off-dialog.tsx'
import { setUpPath, useTwoFactor } from '../two-factor.api.ts'
import classes from './two-factor-panel.module.css'

/** The user is warned if this many recovery codes or fewer are left. */
const lowCodeCount = 3

/** The state of an admin's two-factor login, and its actions. */
export default function TwoFactorPanel({ email }: { email: string }) {
  const { data: state, error, isFetching, refetch } = useTwoFactor()
  const failure = error && errorWithReason(error, 'Two-factor login could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  return (
    <Panel
      title="Two-factor login"
      aside={
        state && (
          <StatusBadge tone={state.since ? 'success' : 'neutral'}>
            {state.since ? 'On' : 'Off'}
          </StatusBadge>
        )
      }
    >
      {!state && failure && <ErrorState text={failure} {...retry} />}
      {!state && !failure && (
        <SkeletonList label="Loading two-factor login..." layout="rows" count={1} />
      )}
      {state && failure && <RefreshFailed text={failure} {...retry} />}
      {state && !state.since && <Off available={state.available} />}
      {state?.since && <On state={{ ...state, since: state.since }} email={email} />}
    </Panel>
  )
}

function Off({ available }: { available: boolean }) {
  if (!available) {
    return (
      <p className={classes.text}>
        Not available: the key (TWO_FACTOR_KEY) has not been set on the server.
      </p>
    )
  }
  return (
    <>
      <p className={classes.text}>
        Add a code from an app on your phone, so that your password alone is not enough to log in.
      </p>
      <Button component={Link} to={setUpPath} variant="default">
        Set up
      </Button>
    </>
  )
}

function On({ state, email }: { state: TwoFactorState & { since: string }; email: string }) {
  const [openDialog, setOpenDialog] = useState<'codes' | 'off' | null>(null)
  const { since, recoveryCodesLeft: left, required } = state
  const close = () => setOpenDialog(null)
  return (
    <>
      <p className={classes.text}>
        On since <DateTime value={since} />. Every login asks for a code from your app.
      </p>
      <p className={left <= lowCodeCount ? classes.few : classes.text}>
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        {left <= lowCodeCount && ' Create new ones before you run out.'}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setOpenDialog('codes')}>
          New recovery codes
        </Button>
        <Button component={Link} to={setUpPath} variant="default">
          Use another app
        </Button>
        {!required && (
          <Button variant="outline" color="brick" onClick={() => setOpenDialog('off')}>
            Turn off
          </Button>
        )}
      </div>
      {required && (
        <p className={classes.note}>Required for all admins, so it cannot be turned off.</p>
      )}
      <RenewCodesDialog opened={openDialog === 'codes'} onClose={close} email={email} />
      <TurnOffDialog opened={openDialog === 'off'} onClose={close} email={email} />
    </>
  )
}
