import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './second-factor-field.module.css'
import type { CodeKind } from './validate-code.ts'

const texts: Record<CodeKind, { label: string; description: string }> = {
  app: {
    label: 'Authenticator code',
    description: 'The 6-digit code for Raahi in your authenticator app',
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of the ten codes you saved, 24 letters and digits. Each works once.',
  },
  either: {
    label: 'Code',
    description: 'The 6-digit code in your authenticator app, or a recovery code',
  },
}

interface SecondFactorFieldProps extends TextInputProps {
  kind: CodeKind
}

/** A field for a code that is typed, pasted or filled in by the device. */
export function SecondFactorField({ kind, ...props }: SecondFactorFieldProps) {
  return (
    <TextInput
      name="code"
      {...texts[kind]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoCapitalize={kind === 'app' ? 'none' : 'characters'}
      spellCheck={false}
      classNames={{ input: classes.code }}
      {...props}
    />
  )
}
