import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, useEffect, useId, useRef } from 'react'
import { CalendarButton } from './calendar-button.tsx'
import classes from './date-field.module.css'
import { useDateText } from './use-date-text.ts'

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'ref'> {
  label: string
  /** YYYY-MM-DD, or '' for none. */
  value?: string
  /** Receives YYYY-MM-DD, or '' while the text is not a complete date. */
  onChange?: (date: string) => void
  min?: string
}

/**
 * A date shown as DD-MM-YYYY in every browser language. It is typed, or chosen in the browser's calendar, which needs
 * no script. Takes @mantine/form's props. An invalid text sets the custom validity.
 */
export function DateField({
  label,
  value = '',
  onChange,
  onBlur,
  error,
  min,
  ...props
}: DateFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const date = useDateText(value, (changed) => onChange?.(changed))
  useEffect(() => input.current?.setCustomValidity(date.error ?? ''), [date.error])
  return (
    <TextInput
      autoComplete="off"
      {...props}
      ref={input}
      id={id}
      label={label}
      inputMode="numeric"
      placeholder="DD-MM-YYYY"
      value={date.text}
      onChange={(event) => date.type(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        date.finish()
        onBlur?.(event)
      }}
      error={error || date.shownError}
      rightSection={
        <CalendarButton labelId={`${id}-label`} value={value} min={min} onChoose={date.choose} />
      }
      rightSectionWidth="2.5rem"
      classNames={{ input: classes.input }}
      rightSectionPointerEvents="all"
    />
  )
}
