import type { PushDevice } from '@raahi/contract/push-alerts'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useId } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { describeDevice } from '../../lib/device-labels.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import classes from './device-alerts.module.css'
import { useRemoveDevice } from './public/push-alerts.api.ts'

/** The other browsers in which the agent gets alerts. */
export function DeviceList({ devices }: { devices: readonly PushDevice[] }) {
  const titleId = useId()
  return (
    <>
      <h3 id={titleId} className={classes.title}>
        Your other devices
      </h3>
      <ul className={classes.list} aria-labelledby={titleId}>
        {devices.map((device) => (
          <DeviceItem key={device._id} device={device} />
        ))}
      </ul>
    </>
  )
}

function DeviceItem({ device }: { device: PushDevice }) {
  const id = useId()
  const remove = useRemoveDevice()
  const { label, isHandheld } = describeDevice(device.userAgent)
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop
  const removeDevice = () =>
    remove.mutate(
      { id: device._id, isCurrent: false },
      {
        onSuccess: () => notifySuccess('This device will no longer get alerts.'),
        onError: (error) => notifyError(errorMessage(error, 'The device could not be removed.')),
      },
    )
  return (
    <li className={classes.device}>
      <Icon size={24} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <span id={id} className={classes.name}>
          {label}
        </span>
        <span className={classes.quiet}>
          Added <DateTime value={device.addedAt} />
        </span>
        <span className={classes.quiet}>
          {device.lastSentAt ? (
            <>
              Last alert <DateTime value={device.lastSentAt} />
            </>
          ) : (
            'No alert sent yet'
          )}
        </span>
      </div>
      <BusyButton
        variant="default"
        size="sm"
        aria-describedby={id}
        busy={remove.isPending}
        onClick={removeDevice}
      >
        Remove
      </BusyButton>
    </li>
  )
}
