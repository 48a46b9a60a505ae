import { useEffect, useRef, useState } from 'react'
import { CalendarButton } from '../../../ui/calendar-button.tsx'
import fields from '../../../ui/plain-fields.module.css'
import { useDateText } from '../../../ui/use-date-text.ts'
import { FieldError } from './enquiry-field.tsx'

interface EnquiryDateProps {
  /** Of the form: two may stand on one page. */
  form: string
  name: string
  label: string
  error: string | undefined
  /** YYYY-MM-DD, or '' for none. */
  defaultValue: string
  /** YYYY-MM-DD before which no date is taken; '' until the form is alive. */
  min: string
}

/**
 * A date of a plain form. Without script it is the browser's own field. Once the form is alive a text field that reads
 * DD-MM-YYYY takes its place, and the browser's own one stays behind it: it has the name and the value of the field.
 */
export function EnquiryDate({ form, name, label, error, defaultValue, min }: EnquiryDateProps) {
  const id = `${form}-${name}`
  const native = useRef<HTMLInputElement>(null)
  const shown = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(defaultValue)
  const isAlive = min !== ''
  const date = useDateText(value, setValue)

  // What was entered before, or put back from a draft.
  useEffect(() => {
    if (isAlive && native.current) setValue(native.current.value)
  }, [isAlive])
  // A half-typed date is kept as no date. The form is informed all the same, so that it drops an older error.
  useEffect(() => {
    const input = native.current
    if (input === null) return
    const isOtherState = input.validity.customError !== (date.fault !== null)
    input.setCustomValidity(date.fault ?? '')
    if (isOtherState) input.dispatchEvent(new Event('input', { bubbles: true }))
  }, [date.fault])
  /** The form around gets an event, as from any other field. */
  const keep = (kept: string) => {
    if (native.current === null || native.current.value === kept) return
    native.current.value = kept
    native.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  useEffect(() => {
    if (isAlive) keep(value)
  }, [value])

  // The form only knows that the text is no date; the field knows why.
  const faults = date.fault ? (date.shownFault ?? (error && date.fault)) : error
  const described = {
    'aria-invalid': faults !== undefined,
    'aria-describedby': faults && `${id}-error`,
  }
  return (
    <div className={fields.field}>
      <label htmlFor={id} id={`${id}-label`} className={fields.label}>
        {label}
      </label>
      <div className={fields.dated}>
        {isAlive && (
          <input
            {...described}
            ref={shown}
            id={id}
            inputMode="numeric"
            autoComplete="off"
            placeholder="DD-MM-YYYY"
            className={fields.control}
            value={date.text}
            onChange={(event) => date.type(event.currentTarget.value)}
            onBlur={date.leave}
          />
        )}
        <input
          {...(isAlive ? { tabIndex: -1, 'aria-hidden': true } : { ...described, id })}
          ref={native}
          name={name}
          type="date"
          min={min || undefined}
          defaultValue={defaultValue}
          className={isAlive ? fields.behind : fields.control}
          onChange={(event) => isAlive && date.choose(event.currentTarget.value)}
          onFocus={() => shown.current?.focus()}
        />
        {isAlive && (
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
      <FieldError id={id} text={faults} />
    </div>
  )
}
