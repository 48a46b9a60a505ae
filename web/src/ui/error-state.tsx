import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import classes from './message.module.css'

type ErrorStateProps = {
  /** What could not be loaded, and the reason if it is known. */
  text: ReactNode
  onRetry: () => void
  retrying?: boolean
}

/** Shown if data could not be loaded, with a button to retry. */
export function ErrorState({ text, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className={classes.message} role="alert">
      <IconCloudOff size={40} stroke={1.5} className={classes.alert} aria-hidden />
      <p className={classes.text}>{text}</p>
      <BusyButton
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={onRetry}
        busy={retrying}
      >
        {retrying ? 'Retrying..' : 'Retry'}
      </BusyButton>
    </div>
  )
}
