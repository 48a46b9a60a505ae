import { Alert, Anchor, Switch } from '@mantine/core'
import { changeSettings, type Settings } from '@raahi/contract/settings'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { SettingText } from './setting-text.tsx'
import { useChangeSettings, useSettings } from './settings.api.ts'
import classes from './settings-rows.module.css'

/** The switch that lets only agents with an approved KYC buy leads. */
export function BuyingNeedsKyc() {
  return (
    <SettingText query={useSettings()} failed="The settings could not be loaded.">
      {(settings) => <BuyingSwitch settings={settings} />}
    </SettingText>
  )
}

function BuyingSwitch({ settings: { version, buyingNeedsKyc, changed } }: { settings: Settings }) {
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
    <>
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
      <p className={classes.note}>
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
    </>
  )
}
