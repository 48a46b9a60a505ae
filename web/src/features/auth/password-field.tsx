import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password with a button, reachable by keyboard, that shows what is typed. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      // Not named 'password': the field itself is to be found by that name, alone.
      visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
    />
  )
}
