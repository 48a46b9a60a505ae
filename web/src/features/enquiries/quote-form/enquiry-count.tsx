import { useRef } from 'react'
import fields from '../../../ui/plain-fields.module.css'
import { FieldError } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'

interface EnquiryCountProps {
  /** Id prefix of the form, because a page may contain two. */
  form: string
  name: string
  label: string
  error: string | undefined
  defaultValue: string
  maxLength: number | undefined
  /** Marks the label. */
  optional: boolean
}

/** Hidden in the quote form while scripts run, because it follows from the nights. */
const derivedField = 'travelDays'

/** The count that the first + enters; 1 for the others. */
const firstCounts: Record<string, number> = { travelNights: 3 }

/** A number field between − and +. Without JavaScript it is a number field alone. */
export function EnquiryCount({ form, name, label, error, optional, ...input }: EnquiryCountProps) {
  const id = `${form}-${name}`
  const control = useRef<HTMLInputElement>(null)
  function step(by: 1 | -1) {
    const field = control.current
    if (field === null) return
    const count = /^\d+$/.test(field.value.trim()) ? Number(field.value) : null
    const next = count === null ? (by > 0 ? (firstCounts[name] ?? 1) : 0) : Math.max(0, count + by)
    field.value = String(next)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div
      className={`${fields.field} ${classes.count}`}
      data-derived={name === derivedField || undefined}
    >
      <label htmlFor={id} className={fields.label} data-optional={optional || undefined}>
        {label}
      </label>
      <div className={classes.stepper}>
        <button type="button" aria-label={`Fewer ${label.toLowerCase()}`} onClick={() => step(-1)}>
          −
        </button>
        <input
          {...input}
          ref={control}
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={fields.control}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
        />
        <button type="button" aria-label={`More ${label.toLowerCase()}`} onClick={() => step(1)}>
          +
        </button>
      </div>
      <FieldError id={id} text={error} />
    </div>
  )
}
