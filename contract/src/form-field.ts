import type { Check } from './field-checks.ts'

// How a public form declares its fields, for its page with and without JavaScript. Without zod.

export interface FormField {
  label: string
  kind: 'text' | 'tel' | 'email' | 'date' | 'number' | 'select' | 'lines' | 'consent'
  /** The part of the form that shows the field. */
  section?: 'trip' | 'people' | 'traveller'
  /** The error of an empty field; absent: the field is optional. */
  required?: string
  maxLength?: number
  autoComplete?: string
  placeholder?: string
  /** How to fill in the field. */
  hint?: string
  /** The options of a select after the empty one: value and label. */
  options?: readonly (readonly [value: string, label: string])[]
  /** Checks the trimmed text of a field that is not empty. */
  check?: Check
}

export type FormFields = Readonly<Record<string, FormField>>

/** The typed texts of a form: one per field, 'on' or '' for a checkbox. */
export type Texts<Name extends string> = Record<Name, string>
/** One text per invalid field. */
export type Errors<Name extends string> = Partial<Record<Name, string>>

/** The errors of the single fields; empty if all are valid. */
export function formErrors<Fields extends FormFields>(
  fields: Fields,
  texts: Texts<keyof Fields & string>,
): Errors<keyof Fields & string> {
  const errors: Errors<string> = {}
  for (const [name, { required, check }] of Object.entries(fields)) {
    const text = (texts as Texts<string>)[name]?.trim() ?? ''
    const error = text === '' ? required : check?.(text)
    if (error !== undefined) errors[name] = error
  }
  return errors as Errors<keyof Fields & string>
}

/** The label of an option of a select field. */
export function optionLabel({ options = [] }: FormField, value: string | null): string | null {
  if (value === null) return null
  return options.find(([key]) => key === value)?.[1] ?? value.replace('_', ' ')
}
