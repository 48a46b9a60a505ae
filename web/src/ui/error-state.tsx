import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './message.module.css'

type ErrorStateProps = {
  /** What could not be read, and why as far as is known. */
  text: ReactNode
  onRetry: () => void
  retrying?: boolean
}

/** Shown where something could not be read, with the way to try again. */
export function ErrorState({ text, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className={classes.message} role="alert">
      <IconCloudOff size={40} stroke={1.5} className={classes.alert} aria-hidden />
      <p className={classes.text}>{text}</p>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={onRetry}
        disabled={retrying}
      >
        {retrying ? 'Retrying..' : 'Retry'}
      </Button>
    </div>
  )
}
