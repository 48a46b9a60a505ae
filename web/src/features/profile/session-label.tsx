import type { UserSession } from '@raahi/contract/profile'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { describeDevice } from '../../lib/device-labels.ts'
import { DateTime } from '../../ui/date-time.tsx'
import classes from './session-list.module.css'

interface SessionLabelProps {
  session: UserSession
  /** Id of the element that names the device. */
  id?: string
  children?: ReactNode
}

/** The device of a session, and the time of its last use. */
export function SessionLabel({ session, id, children }: SessionLabelProps) {
  const { label, isHandheld } = describeDevice(session.userAgent)
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop
  return (
    <>
      <Icon size={24} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <span id={id} className={classes.device}>
          {label}
        </span>
        <span className={classes.quiet}>
          Last used <DateTime value={session.lastUsedAt} />
          {session.ip && <>, from {session.ip}</>}
        </span>
        <span className={classes.quiet}>
          Logged in <DateTime value={session.createdAt} />
        </span>
        {children}
      </div>
    </>
  )
}
