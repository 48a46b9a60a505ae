import { Alert, Anchor, Switch } from '@mantine/core'
import { changeSettings, type Settings } from '@raahi/contract/settings'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { AccountantPanel } from './accountant-panel.tsx'
import { useChangeSettings, useSettings } from './settings.api.ts'
import classes from './settings-screen.module.css'

/** The switches of the product, for an admin. */
export function SettingsScreen() {
  const query = useSettings()
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  return (
    <>
      <PageHeader title="Settings" back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
      {query.data ? (
        <>
          {query.isError && (
            <RefreshFailed
              text={errorWithReason(query.error, 'The settings could not be refreshed.')}
              {...retry}
            />
          )}
          <div className={classes.panels}>
            <BuyingPanel settings={query.data} />
            <AccountantPanel settings={query.data} />
            <ReturnsPanel />
          </div>
          <LastChange settings={query.data} />
        </>
      ) : query.isError ? (
        <ErrorState
          text={errorWithReason(query.error, 'The settings could not be loaded.')}
          {...retry}
        />
      ) : (
        <SkeletonList label="Loading settings..." layout="rows" count={1} />
      )}
    </>
  )
}

function ReturnsPanel() {
  return (
    <Panel title="Returns">
      <p className={classes.text}>
        How long agents can report a bad lead, and how long you have to decide.{' '}
        <Anchor component={Link} to="/dashboard/return-policy">
          Return policy
        </Anchor>
      </p>
    </Panel>
  )
}

function BuyingPanel({ settings: { version, buyingNeedsKyc } }: { settings: Settings }) {
  const change = useChangeSettings()
  const [isAsking, setAsking] = useState(false)
  const error = change.isError && errorWithReason(change.error, 'The setting could not be saved.')
  const save = (isOn: boolean) =>
    change.mutate(
      { version, buyingNeedsKyc: isOn },
      {
        onSuccess: () => {
          setAsking(false)
          notifySuccess(changeSettings.message)
        },
      },
    )
  const ask = () => {
    change.reset()
    setAsking(true)
  }
  return (
    <Panel title="Buying leads">
      <Switch
        label="Buying needs an approved KYC"
        description="Agents without an approved KYC see all leads, but cannot buy them with the wallet or a plan."
        checked={buyingNeedsKyc}
        // A disabled switch would lose the focus. Changes are ignored while one is being saved.
        aria-disabled={change.isPending || undefined}
        onChange={() => (buyingNeedsKyc ? save(false) : ask())}
      />
      {error && !isAsking && (
        <Alert color="brick" role="alert" mt="md">
          {error}
        </Alert>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => save(true)}
        title="Require an approved KYC?"
        confirmLabel="Require KYC"
        busy={change.isPending}
        busyLabel="Saving.."
        error={error}
      >
        <p>
          From now on, only agents with an approved KYC can buy leads. All others cannot buy until
          you approve their documents.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}

function LastChange({ settings: { version, changed } }: { settings: Settings }) {
  return (
    <p className={classes.changed}>
      {changed ? (
        <>
          Version {version}, changed by <bdi>{changed.by.name}</bdi>,{' '}
          <DateTime value={changed.at} />.{' '}
          <Anchor component={Link} to="/dashboard/audit-log?action=settings.change">
            All changes
          </Anchor>
        </>
      ) : (
        'Never changed.'
      )}
    </p>
  )
}
