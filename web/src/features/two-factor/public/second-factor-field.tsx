import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
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

interface SecondFactorFieldProps {
  ref?: Ref<HTMLInputElement>
  kind: CodeKind
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** A field for a code that is typed, pasted or filled in by the device. */
export function SecondFactorField({ ref, kind, value, error, onChange }: SecondFactorFieldProps) {
  return (
    <TextInput
      ref={ref}
      name="code"
      {...texts[kind]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoCapitalize={kind === 'app' ? 'none' : 'characters'}
      spellCheck={false}
      classNames={{ input: classes.code }}
    />
  )
}
