import { Alert, Button } from '@mantine/core'

type RefreshFailedProps = {
  /** What could not be brought up to date, and why. */
  text: string
  onRetry: () => void
  retrying?: boolean
}

/** Stands above what was read earlier and could not be read again: the old is shown, and said to be old. */
export function RefreshFailed({ text, onRetry, retrying = false }: RefreshFailedProps) {
  return (
    <Alert color="brick" role="alert" mb="md">
      {text}{' '}
      <Button variant="default" size="compact-sm" ml="xs" onClick={onRetry} disabled={retrying}>
        {retrying ? 'Retrying..' : 'Retry'}
      </Button>
    </Alert>
  )
}
