import { Alert } from '@mantine/core'
import { BusyButton } from './busy-button.tsx'

type RefreshFailedProps = {
  /** What could not be refreshed, and why. */
  text: string
  onRetry: () => void
  retrying?: boolean
}

/** Shown above data that could not be refreshed. The earlier data stays visible. */
export function RefreshFailed({ text, onRetry, retrying = false }: RefreshFailedProps) {
  return (
    <Alert color="brick" role="alert" mb="md">
      {text}{' '}
      <BusyButton variant="default" size="compact-sm" ml="xs" onClick={onRetry} busy={retrying}>
        {retrying ? 'Retrying..' : 'Retry'}
      </BusyButton>
    </Alert>
  )
}
