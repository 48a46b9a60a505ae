import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/** The reason why the action of a dialog failed, shown above its buttons. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <Alert
      color="brick"
      role="alert"
      className={classes.formError}
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      {children}
    </Alert>
  )
}
