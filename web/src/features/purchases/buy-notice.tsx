import { Alert } from '@mantine/core'
import classes from './buy-notice.module.css'

/** Why a purchase did not happen. Stays at the top of what is seen until it is dismissed or another is tried. */
export function BuyNotice({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <Alert
      color="brick"
      role="alert"
      className={classes.notice}
      withCloseButton
      closeButtonLabel="Dismiss message"
      onClose={onDismiss}
    >
      {text}
    </Alert>
  )
}
