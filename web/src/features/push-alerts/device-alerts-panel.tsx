import { Alert, Switch } from '@mantine/core'
import type { PushDevice } from '@raahi/contract/push-alerts'
import { useQuery } from '@tanstack/react-query'
import { errorWithReason } from '../../lib/api-error.ts'
import { describeDevice } from '../../lib/device-labels.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { PermissionMissing, SubscriptionFailed } from './browser-push.ts'
import classes from './device-alerts.module.css'
import { DeviceList } from './device-list.tsx'
import {
  type PushState,
  pushStateQuery,
  useRemoveDevice,
  useSendTest,
  useSwitchOn,
} from './public/push-alerts.api.ts'

/** Alerts in this browser and on the agent's other devices. */
export function DeviceAlertsPanel() {
  const { data, error, isFetching, refetch } = useQuery(pushStateQuery)
  const hereIs = describeDevice(navigator.userAgent).isHandheld
    ? 'on this phone'
    : 'in this browser'
  return (
    <div className={classes.panel}>
      <Panel title={`Alerts ${hereIs}`}>
        <p className={classes.note}>
          Get an alert as soon as a new lead matches your saved searches, even when Raahi is closed.
        </p>
        {data && <DeviceAlerts state={data} hereIs={hereIs} />}
        {!data && error && (
          <ErrorState
            text={errorWithReason(error, 'Your devices could not be loaded.')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!data && !error && (
          <SkeletonList label="Loading your devices..." layout="rows" count={1} />
        )}
      </Panel>
    </div>
  )
}

function DeviceAlerts({ state, hereIs }: { state: PushState; hereIs: string }) {
  const { devices, isOn, publicKey } = state
  const hint = hintOf(state)
  const current = devices.find(({ isCurrent }) => isCurrent)
  const others = devices.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      {hint ? (
        <p className={classes.hint}>{hint}</p>
      ) : (
        publicKey !== null && (
          <AlertSwitch
            publicKey={publicKey}
            current={isOn ? current : undefined}
            label={`Show alerts ${hereIs}`}
          />
        )
      )}
      {others.length > 0 && <DeviceList devices={others} />}
    </>
  )
}

/** The reason why this browser cannot show alerts, and the remedy. */
function hintOf({ publicKey, support, isBlocked }: PushState): string | undefined {
  if (publicKey === null)
    return 'Alerts are not available right now. Alerts by email still work, if you chose them for a search.'
  if (support === 'needs-install')
    return 'On an iPhone or iPad, add Raahi to the home screen first: tap Share, then ‘Add to Home Screen’. Open Raahi from there and switch alerts on.'
  if (support === 'unsupported')
    return 'This browser cannot show alerts. Use a current version of Chrome, Edge, Firefox or Safari, and not a private window.'
  if (isBlocked)
    return 'Alerts from Raahi are blocked in this browser. Open the site settings beside the address, allow notifications, and reload this page.'
  return undefined
}

type AlertSwitchProps = { publicKey: string; current: PushDevice | undefined; label: string }

function AlertSwitch({ publicKey, current, label }: AlertSwitchProps) {
  const switchOn = useSwitchOn()
  const remove = useRemoveDevice()
  const test = useSendTest()
  const isBusy = switchOn.isPending || remove.isPending
  const toggle = () => {
    for (const former of [switchOn, remove, test]) former.reset()
    if (current) remove.mutate({ id: current._id, isCurrent: true })
    // Browsers allow the question in a click only, so it is asked before anything else.
    else switchOn.mutate({ publicKey, permission: Notification.requestPermission() })
  }
  const sendTest = () =>
    current &&
    test.mutate(current._id, {
      onSuccess: () => notifySuccess('Test alert sent. It should appear within a minute.'),
    })
  const failure =
    (switchOn.isError && switchOnFailure(switchOn.error)) ||
    (remove.isError && errorWithReason(remove.error, 'Alerts could not be switched off.')) ||
    (test.isError && errorWithReason(test.error, 'The test alert could not be sent.'))
  return (
    <>
      <div className={classes.switch}>
        <Switch
          label={label}
          description={isBusy ? 'One moment…' : undefined}
          checked={current !== undefined}
          // A disabled switch would lose the focus. Clicks are ignored while a change is in progress.
          aria-disabled={isBusy || undefined}
          onChange={toggle}
        />
        {current && (
          <BusyButton variant="default" busy={test.isPending} onClick={sendTest}>
            Send a test alert
          </BusyButton>
        )}
      </div>
      {failure && (
        <Alert color="brick" role="alert" className={classes.error}>
          {failure}
        </Alert>
      )}
    </>
  )
}

function switchOnFailure(error: unknown): string {
  if (error instanceof PermissionMissing)
    return 'Alerts are not allowed yet. Switch them on again and choose Allow.'
  if (error instanceof SubscriptionFailed)
    return 'This browser could not connect to its push service. Check your connection and try again. Private windows cannot show alerts.'
  return errorWithReason(error, 'Alerts could not be switched on.')
}
