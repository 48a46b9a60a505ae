import { type UseFormReturnType, useForm } from '@mantine/form'
import { useId } from 'react'
import { ApiError } from './api-error.ts'

interface CheckedFormOptions<Values> {
  /** In the order of the fields. */
  initialValues: Values
  /** One text per invalid field, usually `fieldErrorsOf` a schema of the contract. */
  validate: (values: Values) => Record<string, string | undefined>
}

export interface CheckedForm<Values extends Record<string, unknown>>
  extends UseFormReturnType<Values> {
  /** Shows texts at their fields and gives the first one the focus. */
  showErrors(texts: Record<string, string | undefined>): void
  /** Shows the field texts of a refusal. Errors of another kind show nothing here. */
  showRefusal(error: unknown): void
  /** The `data-path` of an element that is a field without `getInputProps`. */
  pathOf(field: string): string
  /** Replaces the values and discards errors; the form then has no unsaved input. */
  fill(values: Values): void
  /** Takes over what was saved. What the user has typed since `sent` was sent stays, as unsaved input. */
  fillSaved(saved: Values, sent: Values): void
}

/** The form of a dialog or panel: the first invalid field receives the focus, after a check here or on the server. */
export function useCheckedForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
}: CheckedFormOptions<Values>): CheckedForm<Values> {
  // The focus searches the whole document, where a page and its dialog may each have a form with this field.
  const name = useId().replace(/[^a-z0-9]/gi, '')
  const form = useForm<Values>({ name, initialValues, validate })
  const focusFirst = (texts: Record<string, unknown>) => {
    // A field of a list, such as 'steps.0.days', is none of the values.
    const fields = [...Object.keys(form.values), ...Object.keys(texts)]
    const first = fields.find((field) => texts[field])
    if (first) form.getInputNode(first)?.focus()
  }
  const showErrors = (texts: Record<string, string | undefined>) => {
    form.setErrors(texts)
    focusFirst(texts)
  }
  const fill = (values: Values, initial = values) => {
    form.setInitialValues(initial)
    form.setValues(values)
    form.clearErrors()
  }
  return {
    ...form,
    onSubmit: (send, showInvalid = focusFirst) => form.onSubmit(send, showInvalid),
    showErrors,
    pathOf: (field) => `${name}-${field}`,
    showRefusal: (error) => {
      if (error instanceof ApiError) showErrors(error.fieldErrors)
    },
    fill: (values) => fill(values),
    fillSaved: (saved, sent) => {
      const typed = Object.entries(form.getValues()).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field]),
      )
      fill({ ...saved, ...Object.fromEntries(typed) }, saved)
    },
  }
}
