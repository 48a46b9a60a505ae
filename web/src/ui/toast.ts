import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { createElement } from 'react'

const AUTO_CLOSE_MS = 5000

/** Says at the top right, for five seconds, that something went well. */
export function notifySuccess(message: string): void {
  notifications.show({
    message,
    color: 'leaf',
    icon: createElement(IconCheck, { size: 18, 'aria-hidden': true }),
    autoClose: AUTO_CLOSE_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
}

/** Says at the top right, for five seconds, what failed. */
export function notifyError(message: string): void {
  notifications.show({
    message,
    color: 'brick',
    icon: createElement(IconAlertTriangle, { size: 18, 'aria-hidden': true }),
    autoClose: AUTO_CLOSE_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
}
