import { Alert, Anchor, Switch } from '@mantine/core'
import { changeSettings, type Settings } from '@raahi/contract/settings'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useChangeSettings, useSettings } from './settings.api.ts'
import classes from './settings-screen.module.css'

/** The switches of the product, for an admin. */
export function SettingsScreen() {
  const query = useSettings()
  return (
    <>
      <PageHeader title="Settings" back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
      {query.data ? (
        <BuyingPanel settings={query.data} />
      ) : query.isError ? (
        <ErrorState
          text={errorWithReason(query.error, 'The settings could not be loaded.')}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonList label="Loading settings..." layout="rows" count={1} />
      )}
    </>
  )
}

function BuyingPanel({ settings: { version, buyingNeedsKyc, changed } }: { settings: Settings }) {
  const change = useChangeSettings()
  return (
    <Panel title="Buying leads">
      <Switch
        label="Buying needs an approved KYC"
        description="Agents without an approved KYC see all leads, but cannot buy them with the wallet or a plan."
        checked={buyingNeedsKyc}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate(
            { version, buyingNeedsKyc: event.currentTarget.checked },
            { onSuccess: () => notifySuccess(changeSettings.message) },
          )
        }
      />
      {change.isError && (
        <Alert color="brick" role="alert" mt="md">
          {errorWithReason(change.error, 'The setting could not be saved.')}
        </Alert>
      )}
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
    </Panel>
  )
}
