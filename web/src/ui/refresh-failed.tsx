import { BusyButton } from './busy-button.tsx'
import classes from './refresh-failed.module.css'

type RefreshFailedProps = {
  /** What could not be refreshed, and why. */
  text: string
  onRetry: () => void
  retrying?: boolean
}

/** Shown above data that could not be refreshed. The earlier data stays visible. */
export function RefreshFailed({ text, onRetry, retrying = false }: RefreshFailedProps) {
  return (
    <div role="alert" className={classes.notice}>
      {text}{' '}
      <BusyButton variant="default" size="compact-sm" ml="xs" onClick={onRetry} busy={retrying}>
        {retrying ? 'Retrying..' : 'Retry'}
      </BusyButton>
    </div>
  )
}
