import { Alert } from '@mantine/core'
import { BusyButton } from './busy-button.tsx'

type RefreshFailedProps = {
  /** What could not be refreshed, and why. */
  text: string
  onRetry: () => void
  retrying?: boolean
}

/** Stands above what was read earlier and could not be read again: the old is shown, and said to be old. */
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
