import type { InputHTMLAttributes } from 'react'
import fields from '../../../ui/plain-fields.module.css'
import classes from './enquiry-form.module.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Id prefix of the form, because a page may contain two. */
  form: string
  name: string
  label: string
  error: string | undefined
  /** Shown under the input. */
  hint?: string
  /** Marks the label. */
  optional?: boolean
}

/** A labelled text field with its hint and error. */
export function EnquiryField({ form, name, label, error, hint, optional, ...input }: FieldProps) {
  const id = `${form}-${name}`
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={fields.field}>
      <label htmlFor={id} className={fields.label} data-optional={optional || undefined}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        name={name}
        className={fields.control}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <FieldError id={id} text={error} />
    </div>
  )
}

interface ChoiceProps {
  form: string
  name: string
  label: string
  error: string | undefined
  /** Values and labels, after the empty option. */
  options: readonly (readonly [value: string, words: string])[]
  value?: string
}

/** A labelled select field, hidden in the quote form while scripts run. */
export function EnquiryChoice({ form, name, label, error, options, value = '' }: ChoiceProps) {
  const id = `${form}-${name}`
  return (
    <div className={fields.field} data-derived>
      <label htmlFor={id} className={fields.label} data-optional>
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className={`${fields.control} ${classes.select}`}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
      >
        <option value="">Choose</option>
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      <FieldError id={id} text={error} />
    </div>
  )
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={`${id}-error`} className={fields.error}>
      {text}
    </p>
  )
}
