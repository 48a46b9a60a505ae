import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password field with a button, reachable by keyboard, that shows the characters. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      // Not named 'password': only the field has that name.
      visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
    />
  )
}
