import { useEffect, useRef, useState } from 'react'
import { CalendarButton } from '../../../ui/calendar-button.tsx'
import fields from '../../../ui/plain-fields.module.css'
import { useDateText } from '../../../ui/use-date-text.ts'
import { FieldError } from './enquiry-field.tsx'

interface EnquiryDateProps {
  /** Id prefix of the form, because a page may contain two. */
  form: string
  name: string
  label: string
  error: string | undefined
  /** YYYY-MM-DD, or '' for none. */
  defaultValue: string
  /** The earliest date, YYYY-MM-DD; '' before hydration. */
  min: string
  /** Marks the label. */
  optional: boolean
}

/**
 * A date field of a form that works without JavaScript. Before hydration it is the native date input. After that a
 * text input that shows DD-MM-YYYY covers the native one, which keeps the name and the value of the field.
 */
export function EnquiryDate({
  form,
  name,
  label,
  error,
  defaultValue,
  min,
  optional,
}: EnquiryDateProps) {
  const id = `${form}-${name}`
  const shown = useRef<HTMLInputElement>(null)
  const isHydrated = min !== ''
  const { native, value, date } = useNativeDate(defaultValue, isHydrated)

  // The form only knows that the text is invalid; the field knows the reason.
  const errorText = date.error ? (date.shownError ?? (error && date.error)) : error
  const ariaProps = {
    'aria-invalid': errorText !== undefined,
    'aria-describedby': errorText && `${id}-error`,
  }
  return (
    <div className={fields.field}>
      <label
        htmlFor={id}
        id={`${id}-label`}
        className={fields.label}
        data-optional={optional || undefined}
      >
        {label}
      </label>
      <div className={fields.dated}>
        {isHydrated && (
          <input
            {...ariaProps}
            ref={shown}
            id={id}
            inputMode="numeric"
            autoComplete="off"
            placeholder="DD-MM-YYYY"
            className={fields.control}
            value={date.text}
            onChange={(event) => date.type(event.currentTarget.value)}
            onBlur={date.finish}
          />
        )}
        <input
          {...(isHydrated ? { tabIndex: -1, 'aria-hidden': true } : { ...ariaProps, id })}
          ref={native}
          name={name}
          type="date"
          min={min || undefined}
          defaultValue={defaultValue}
          className={isHydrated ? fields.behind : fields.control}
          onChange={(event) => isHydrated && date.choose(event.currentTarget.value)}
          onFocus={() => shown.current?.focus()}
        />
        {isHydrated && (
          <span className={fields.calendar}>
            <CalendarButton
              labelId={`${id}-label`}
              value={value}
              onChoose={date.choose}
              picker={native}
            />
          </span>
        )}
      </div>
      <FieldError id={id} text={errorText} />
    </div>
  )
}

/** The value and the text of a date, which follow the native input and are written to it. */
function useNativeDate(defaultValue: string, isHydrated: boolean) {
  const native = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(defaultValue)
  const date = useDateText(value, setValue)
  const announce = () => native.current?.dispatchEvent(new Event('input', { bubbles: true }))
  // Reads what was entered before hydration, or restored from a draft.
  useEffect(() => {
    if (isHydrated && native.current) setValue(native.current.value)
  }, [isHydrated])
  // An incomplete date has no value. The form still receives an event, so that it removes an older error.
  useEffect(() => {
    const input = native.current
    if (input === null) return
    const validityChanged = input.validity.customError !== (date.error !== null)
    input.setCustomValidity(date.error ?? '')
    if (validityChanged) announce()
  }, [date.error])
  useEffect(() => {
    const input = native.current
    if (!isHydrated || input === null || input.value === value) return
    input.value = value
    announce()
  }, [value])
  return { native, value, date }
}
