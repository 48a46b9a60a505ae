import { Alert, Button, Stack } from '@mantine/core'
import { Link } from 'react-router'

/** Shown on a later step of a password reset if the first step was skipped. */
export function MissingResetEmail() {
  return (
    <Stack gap="md">
      <Alert color="brick" role="alert">
        No email found. Please try again.
      </Alert>
      <Button component={Link} to="/forgot-password" fullWidth size="md">
        Enter your email
      </Button>
    </Stack>
  )
}
