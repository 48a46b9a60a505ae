import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, useEffect, useId, useRef } from 'react'
import { CalendarButton } from './calendar-button.tsx'
import { useDateText } from './use-date-text.ts'

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'ref'> {
  label: string
  /** YYYY-MM-DD, or '' for none. */
  value?: string
  /** Gets YYYY-MM-DD, or '' while the text is no whole date. */
  onChange?: (date: string) => void
  min?: string
}

/**
 * A date that reads DD-MM-YYYY whatever the browser's language. It is typed, or chosen in the browser's own calendar,
 * which costs no script. Takes @mantine/form's props. A text that is no date is its custom validity.
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
  const date = useDateText(value, (kept) => onChange?.(kept))
  useEffect(() => input.current?.setCustomValidity(date.fault ?? ''), [date.fault])
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
        date.leave()
        onBlur?.(event)
      }}
      error={error || date.shownFault}
      rightSection={
        <CalendarButton labelId={`${id}-label`} value={value} min={min} onChoose={date.choose} />
      }
      rightSectionWidth="2.75rem"
      rightSectionPointerEvents="all"
    />
  )
}
